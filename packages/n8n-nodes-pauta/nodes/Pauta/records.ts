/* Written by `npm run sdk:types` from the declarations of records; not by hand. */

import { choice, choices, day, group, json, list, listFrom, longText, moment, number, record, since, several, text, word, yes } from './fields';
import type { RecordParameters } from './operations';

/** Max number of records on a page of a list. */
export const maxPerPage = 100;

/** Event types to which a webhook endpoint can subscribe. */
export const eventKinds = ['activity.created', 'activity.deleted', 'activity.updated', 'billing_line.created', 'billing_line.updated', 'campaign.created', 'campaign.deleted', 'campaign.updated', 'client.created', 'client.deleted', 'client.updated', 'contact.created', 'contact.deleted', 'contact.updated', 'contract.created', 'contract.deleted', 'contract.updated', 'conversation.reply_overdue', 'conversation.updated', 'deal.created', 'deal.deleted', 'deal.stage_changed', 'deal.updated', 'import.finished', 'inbox.connection', 'message.created', 'message.updated', 'msgapp.message.received', 'msgapp.message.status', 'privacy.erased', 'project.created', 'project.deleted', 'project.updated', 'task.created', 'task.deleted', 'task.moved', 'task.updated', 'time_entry.created', 'time_entry.deleted', 'time_entry.updated', 'webhook.disabled', 'webhook.test'];

/** Types that a message can be sent as. */
export const sentMessageTypes = ['text', 'image', 'audio', 'voice', 'video', 'document', 'sticker'];

export const contacts = {
  one: 'contact',
  many: 'contacts',
  url: '/v1/msgapp/contacts',
  searched: 'searchContacts',
  fields: {
    phone: text('phone', 'The number with its country code. Cannot be changed after creation.', { placeholder: '5511999998888' }),
    custom_name: text('custom_name', 'The name used by the team'),
    notes: longText('notes', 'Private notes of the team'),
    tags: listFrom('tags', 'getTags', { displayName: 'Tag Names or IDs' }, 'Tags in use; for new tags, use an expression with an array or a comma-separated list. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.'),
    client_id: record('client_id', 'searchClients', 'The client of the record'),
  },
  required: ['phone'],
  create: ['custom_name', 'notes', 'tags', 'client_id'],
  update: ['custom_name', 'notes', 'tags', 'client_id'],
  filters: [
    word('tag', 'searchTags', 'Only contacts with this tag', 'vip'),
    record('client_id', 'searchClients', 'The client of the record'),
    since('updated_since', 'Only records that were created or changed at or after this time, or from this UTC day on'),
    text('search', 'Any part of custom_name, push_name and phone, ignoring case and accents'),
  ],
  sorts: ['push_name', 'custom_name', 'phone', 'created_at', 'updated_at'],
} satisfies RecordParameters;

export const projects = {
  one: 'project',
  many: 'projects',
  url: '/v1/projects',
  searched: 'searchProjects',
  fields: {
    name: text('name', 'The name of the project'),
    slug: text('slug', 'The name in URLs, unique in the team; derived from name if omitted', { placeholder: 'site-novo' }),
    description: longText('description', 'A free-text description'),
    status: choice('status', ['active', 'backlog', 'cancelled', 'completed', 'paused'], 'backlog', 'The status of the project. Changing it to completed sets completed_at; changing it from completed clears it.'),
    priority: choice('priority', ['high', 'low', 'medium', 'urgent'], 'medium', 'Sorted by weight: low < medium < high < urgent.'),
    color: text('color', 'A colour: # and 3, 4, 6 or 8 hex digits', { placeholder: '#2563eb' }),
    start_date: day('start_date', 'The start date'),
    due_date: day('due_date', 'The due date'),
    briefing: longText('briefing', 'The client\'s request'),
    squad_id: record('squad_id', 'searchSquads', 'The squad that does the work'),
    client_id: record('client_id', 'searchClients', 'The client of the record'),
    completed_at: moment('completed_at', 'Set when the status becomes completed; an update may set it too'),
  },
  required: ['name'],
  create: ['slug', 'description', 'status', 'priority', 'color', 'start_date', 'due_date', 'briefing', 'squad_id', 'client_id'],
  update: ['name', 'slug', 'description', 'status', 'priority', 'color', 'start_date', 'due_date', 'briefing', 'squad_id', 'client_id', 'completed_at'],
  filters: [
    record('squad_id', 'searchSquads', 'The squad that does the work'),
    record('client_id', 'searchClients', 'The client of the record'),
    choice('status', ['active', 'backlog', 'cancelled', 'completed', 'paused'], 'backlog', 'The status of the project. Changing it to completed sets completed_at; changing it from completed clears it.'),
    choice('priority', ['high', 'low', 'medium', 'urgent'], 'medium', 'Sorted by weight: low < medium < high < urgent.'),
    since('updated_since', 'Only records that were created or changed at or after this time, or from this UTC day on'),
    text('search', 'Any part of name and description, ignoring case and accents'),
  ],
  sorts: ['name', 'status', 'priority', 'start_date', 'due_date', 'created_at', 'updated_at'],
} satisfies RecordParameters;

export const clients = {
  one: 'client',
  many: 'clients',
  url: '/v1/clients',
  searched: 'searchClients',
  fields: {
    type: choice('type', [['PJ', 'Company (PJ)'], ['PF', 'Person (PF)']], 'PJ', 'PF: a person. PJ: a company. Changing it clears the fields of the other type.'),
    name: text('name', 'Full name, or the company\'s legal name'),
    display_name: text('display_name', 'The name used by the team'),
    email: text('email', 'An e-mail address', { placeholder: 'name@email.com' }),
    phone: text('phone', 'A phone number (free format)'),
    mobile_phone: text('mobile_phone', 'A mobile number (free format)'),
    msgapp: text('msgapp', 'The number on the messaging network'),
    cpf: text('cpf', 'PF only. Unique in the team regardless of punctuation; stored as sent.', { placeholder: '529.982.247-25' }),
    rg: text('rg', 'PF only'),
    birth_date: day('birth_date', 'PF only'),
    gender: text('gender', 'PF only (free text)'),
    cnpj: text('cnpj', 'PJ only. Unique in the team regardless of punctuation and case; stored as sent.', { placeholder: '12.ABC.345/01DE-35' }),
    legal_name: text('legal_name', 'PJ only'),
    trade_name: text('trade_name', 'PJ only'),
    state_registration: text('state_registration', 'PJ only'),
    address: group('address', ['street', 'number', 'complement', 'neighborhood', 'city', 'state', 'zip_code', 'country'], 'The postal address'),
    source: text('source', 'The origin of the record (free text)'),
    notes: longText('notes', 'The team\'s notes on the client'),
    tags: listFrom('tags', 'getTags', { displayName: 'Tag Names or IDs' }, 'Tags in use; for new tags, use an expression with an array or a comma-separated list. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.'),
    status: choice('status', ['active', 'inactive'], 'active', 'DELETE sets inactive; an update to active restores the client'),
  },
  required: ['type', 'name'],
  create: ['display_name', 'email', 'phone', 'mobile_phone', 'msgapp', 'cpf', 'rg', 'birth_date', 'gender', 'cnpj', 'legal_name', 'trade_name', 'state_registration', 'address', 'source', 'notes', 'tags'],
  update: ['type', 'name', 'display_name', 'email', 'phone', 'mobile_phone', 'msgapp', 'cpf', 'rg', 'birth_date', 'gender', 'cnpj', 'legal_name', 'trade_name', 'state_registration', 'address', 'source', 'notes', 'tags', 'status'],
  filters: [
    choice('type', [['PJ', 'Company (PJ)'], ['PF', 'Person (PF)']], 'PJ', 'PF: a person. PJ: a company. Changing it clears the fields of the other type.'),
    choice('status', ['active', 'inactive'], 'active', 'DELETE sets inactive; an update to active restores the client'),
    since('updated_since', 'Only records that were created or changed at or after this time, or from this UTC day on'),
    text('search', 'Any part of name, email, cpf and cnpj, ignoring case and accents'),
  ],
  sorts: ['full_name', 'email', 'created_at', 'updated_at', 'is_active'],
} satisfies RecordParameters;

export const tasks = {
  one: 'task',
  many: 'tasks',
  url: '/v1/tasks',
  searched: 'searchTasks',
  fields: {
    title: text('title', 'The title, as shown in lists'),
    description: longText('description', 'A free-text description'),
    parent_id: record('parent_id', 'searchTasks', 'The task of which it is a subtask. It belongs to the same project and is no subtask itself.'),
    pipeline_id: record('pipeline_id', 'searchPipelines', 'The board. Default: the project\'s default board.'),
    column: word('column', 'searchColumns', 'The slug of a column of that board. Default: its first column.', 'in_progress'),
    priority: choice('priority', ['high', 'low', 'medium', 'none', 'urgent'], 'none', 'Sorted by weight: none < low < medium < high < urgent.'),
    assignee_id: record('assignee_id', 'searchUsers', 'The first of assignee_ids; setting only one of the two fields sets the other'),
    assignee_ids: several('assignee_ids', { displayName: 'Assignee Names or IDs', typeOptions: { loadOptionsMethod: 'getUsers' } }, 'The assignees, the main one first. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.'),
    reporter_id: record('reporter_id', 'searchUsers', 'The user who requested the task'),
    start_date: day('start_date', 'The day on which the work starts, not after due_date'),
    due_date: day('due_date', 'The due date'),
    blocked_by_ids: several('blocked_by_ids', { displayName: 'Blocking Task Names or IDs', typeOptions: { loadOptionsMethod: 'getTasks' } }, 'The tasks of the team that must be done first, of any project; without cycles. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.'),
    estimated_hours: number('estimated_hours', 'Estimated effort in hours', { typeOptions: { minValue: 0, maxValue: 1000000 } }),
    tags: listFrom('tags', 'getTags', { displayName: 'Tag Names or IDs' }, 'Tags in use; for new tags, use an expression with an array or a comma-separated list. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.'),
    checklist_markdown: longText('checklist_markdown', 'A checklist in Markdown'),
    project_id: record('project_id', 'searchProjects', 'The project of the record. Cannot be changed after creation.'),
    position: number('position', 'The position in the column, unique there. A new or moved task goes to the end. If the given position is taken, the task that held it moves right after.'),
    completed_at: moment('completed_at', 'Set in a finishing column and cleared elsewhere; an update may set it too'),
    actual_hours: number('actual_hours', 'Actual effort in hours', { typeOptions: { minValue: 0, maxValue: 1000000 } }),
  },
  required: ['title', 'project_id'],
  create: ['description', 'parent_id', 'pipeline_id', 'column', 'priority', 'assignee_id', 'assignee_ids', 'reporter_id', 'start_date', 'due_date', 'blocked_by_ids', 'estimated_hours', 'tags', 'checklist_markdown'],
  update: ['title', 'description', 'parent_id', 'pipeline_id', 'column', 'priority', 'assignee_id', 'assignee_ids', 'reporter_id', 'start_date', 'due_date', 'blocked_by_ids', 'estimated_hours', 'tags', 'checklist_markdown', 'position', 'completed_at', 'actual_hours'],
  filters: [
    record('project_id', 'searchProjects', 'The project of the record. Cannot be changed after creation.'),
    record('pipeline_id', 'searchPipelines', 'The board. Default: the project\'s default board.'),
    record('parent_id', 'searchTasks', 'The task of which it is a subtask. It belongs to the same project and is no subtask itself.'),
    record('assignee_id', 'searchUsers', 'Only tasks with this user among their assignees'),
    choice('priority', ['high', 'low', 'medium', 'none', 'urgent'], 'none', 'Sorted by weight: none < low < medium < high < urgent.'),
    word('column', 'searchColumns', 'The slug of a column of that board. Default: its first column.', 'in_progress'),
    since('updated_since', 'Only records that were created or changed at or after this time, or from this UTC day on'),
    text('search', 'Any part of title and description, ignoring case and accents'),
  ],
  sorts: ['title', 'priority', 'due_date', 'position', 'created_at', 'updated_at', 'completed_at'],
} satisfies RecordParameters;

export const deals = {
  one: 'deal',
  many: 'deals',
  url: '/v1/deals',
  searched: 'searchDeals',
  fields: {
    title: text('title', 'The title, as shown in lists'),
    description: longText('description', 'A free-text description'),
    value: number('value', 'In BRL', { typeOptions: { minValue: 0, numberPrecision: 2 } }),
    phase: word('phase', 'searchPhases', 'The sales phase; teams define their own phases', 'proposta'),
    priority: choice('priority', [['alta', 'High'], ['baixa', 'Low'], ['media', 'Medium']], 'media', 'alta: high. media: medium. baixa: low.'),
    status: choice('status', [['arquivado', 'Archived'], ['ativo', 'Open']], 'ativo', 'ativo: open. arquivado: archived.'),
    probability: number('probability', 'The probability of winning, in percent', { typeOptions: { minValue: 0, maxValue: 100 } }),
    expected_close_date: day('expected_close_date', 'The date on which the decision is expected'),
    responsible_id: record('responsible_id', 'searchUsers', 'The user responsible for the deal'),
    source: text('source', 'The origin of the record (free text)'),
    client_id: record('client_id', 'searchClients', 'The client of the record'),
    tags: listFrom('tags', 'getTags', { displayName: 'Tag Names or IDs' }, 'Tags in use; for new tags, use an expression with an array or a comma-separated list. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.'),
    is_starred: yes('is_starred', 'the team starred the deal'),
    loss_reason: text('loss_reason', 'The reason for the loss'),
  },
  required: ['title'],
  create: ['description', 'value', 'phase', 'priority', 'status', 'probability', 'expected_close_date', 'responsible_id', 'source', 'client_id', 'tags', 'is_starred'],
  update: ['title', 'description', 'value', 'phase', 'priority', 'status', 'probability', 'expected_close_date', 'responsible_id', 'source', 'client_id', 'tags', 'is_starred', 'loss_reason'],
  filters: [
    choice('status', [['arquivado', 'Archived'], ['ativo', 'Open']], 'ativo', 'ativo: open. arquivado: archived.'),
    word('phase', 'searchPhases', 'The sales phase; teams define their own phases', 'proposta'),
    record('client_id', 'searchClients', 'The client of the record'),
    record('responsible_id', 'searchUsers', 'The user responsible for the deal'),
    text('source', 'The origin of the record (free text)'),
    number('min_value', 'Only deals of at least this value'),
    number('max_value', 'Only deals of at most this value'),
    day('from', 'Only deals created on this UTC day or later'),
    day('to', 'Only deals created on this UTC day or earlier'),
    since('updated_since', 'Only records that were created or changed at or after this time, or from this UTC day on'),
    text('search', 'Any part of title and description, ignoring case and accents'),
  ],
  sorts: ['title', 'value', 'phase', 'created_at', 'updated_at', 'expected_close_date'],
} satisfies RecordParameters;

export const campaigns = {
  one: 'campaign',
  many: 'campaigns',
  url: '/v1/campaigns',
  searched: 'searchCampaigns',
  fields: {
    name: text('name', 'The name of the campaign'),
    description: longText('description', 'A free-text description'),
    status: choice('status', ['active', 'cancelled', 'completed', 'draft', 'paused', 'scheduled'], 'draft', 'draft: being planned. scheduled: waiting to start. active: running. paused: suspended. completed: finished. cancelled: abandoned.'),
    start_date: day('start_date', 'The start date'),
    end_date: day('end_date', 'The end date'),
    content_pillars: list('content_pillars', 'The themes, in order'),
    target_platforms: list('target_platforms', 'The platforms, in order'),
    goals: json('goals', 'Free-form goals'),
    project_id: record('project_id', 'searchProjects', 'The project of the record. Cannot be changed after creation.'),
  },
  required: ['name', 'project_id'],
  create: ['description', 'status', 'start_date', 'end_date', 'content_pillars', 'target_platforms', 'goals'],
  update: ['name', 'description', 'status', 'start_date', 'end_date', 'content_pillars', 'target_platforms', 'goals'],
  filters: [
    choice('status', ['active', 'cancelled', 'completed', 'draft', 'paused', 'scheduled'], 'draft', 'draft: being planned. scheduled: waiting to start. active: running. paused: suspended. completed: finished. cancelled: abandoned.'),
    record('project_id', 'searchProjects', 'The project of the record. Cannot be changed after creation.'),
    since('updated_since', 'Only records that were created or changed at or after this time, or from this UTC day on'),
    text('search', 'Any part of name and description, ignoring case and accents'),
  ],
  sorts: ['name', 'status', 'start_date', 'end_date', 'created_at', 'updated_at'],
} satisfies RecordParameters;

export const activities = {
  one: 'activity',
  many: 'activities',
  url: '/v1/activities',
  searched: 'searchActivities',
  fields: {
    title: text('title', 'The title, as shown in lists'),
    type: choice('type', ['call', 'case_event', 'contract_event', 'deadline', 'email', 'follow_up', 'hearing', 'meeting', 'note', 'task'], 'task', 'The type of activity'),
    description: longText('description', 'A free-text description'),
    occurred_at: moment('occurred_at', 'When it takes or took place. Default: now.'),
    duration_minutes: number('duration_minutes', 'The duration in minutes', { typeOptions: { minValue: 0, maxValue: 1000000 } }),
    is_completed: yes('is_completed', 'the activity is completed'),
    due_date: day('due_date', 'The due date'),
    priority: choice('priority', ['high', 'low', 'medium'], 'medium', 'The priority'),
    tags: listFrom('tags', 'getTags', { displayName: 'Tag Names or IDs' }, 'Tags in use; for new tags, use an expression with an array or a comma-separated list. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.'),
    client_id: record('client_id', 'searchClients', 'The client of the record'),
    deal_id: record('deal_id', 'searchDeals', 'The deal of the activity'),
    contract_id: record('contract_id', 'searchContracts', 'The contract of the activity'),
    assigned_to: record('assigned_to', 'searchUsers', 'The assignee'),
  },
  required: ['title'],
  create: ['type', 'description', 'occurred_at', 'duration_minutes', 'is_completed', 'due_date', 'priority', 'tags', 'client_id', 'deal_id', 'contract_id', 'assigned_to'],
  update: ['title', 'type', 'description', 'occurred_at', 'duration_minutes', 'is_completed', 'due_date', 'priority', 'tags', 'client_id', 'deal_id', 'contract_id', 'assigned_to'],
  filters: [
    choice('type', ['call', 'case_event', 'contract_event', 'deadline', 'email', 'follow_up', 'hearing', 'meeting', 'note', 'task'], 'task', 'The type of activity'),
    record('client_id', 'searchClients', 'The client of the record'),
    record('deal_id', 'searchDeals', 'The deal of the activity'),
    yes('completed', 'to return only completed or only open activities'),
    since('updated_since', 'Only records that were created or changed at or after this time, or from this UTC day on'),
    text('search', 'Any part of title and description, ignoring case and accents'),
  ],
  sorts: ['title', 'type', 'occurred_at', 'due_date', 'priority', 'created_at'],
} satisfies RecordParameters;

export const contracts = {
  one: 'contract',
  many: 'contracts',
  url: '/v1/contracts',
  searched: 'searchContracts',
  fields: {
    title: text('title', 'The title, as shown in lists'),
    client_id: record('client_id', 'searchClients', 'The client of the record'),
    status: choice('status', ['active', 'draft', 'ended', 'paused'], 'active', 'draft: not agreed yet. active: in force. paused: suspended. ended: over.'),
    value: number('value', 'In BRL per period', { typeOptions: { minValue: 0, numberPrecision: 2 } }),
    period: choice('period', ['monthly', 'one_off', 'quarterly', 'yearly'], 'monthly', 'The period of the value and of the hours, counted from starts_on'),
    starts_on: day('starts_on', 'The first day of the first period. If it is not set, periods begin on the day of created_at.'),
    ends_on: day('ends_on', 'The last day'),
    renews_on: day('renews_on', 'The day on which it is to be renewed'),
    notice_days: number('notice_days', 'The number of days before renews_on by which notice must be given', { typeOptions: { minValue: 0, maxValue: 3650 } }),
    included_hours: number('included_hours', 'The hours that each period includes; null for none', { typeOptions: { minValue: 0, maxValue: 100000 } }),
    carry_over: number('carry_over', 'The number of following periods in which the unused hours of a period may still be used: 0 for none, 1 for the next period only.', { typeOptions: { minValue: 0, maxValue: 24 } }),
    overage_rate: number('overage_rate', 'In BRL, for each hour beyond those included and carried over', { typeOptions: { minValue: 0, numberPrecision: 2 } }),
    project_ids: several('project_ids', { displayName: 'Project Names or IDs', typeOptions: { loadOptionsMethod: 'getProjects' } }, 'The projects whose time counts against the included hours. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.'),
    owner_id: record('owner_id', 'searchUsers', 'The user who looks after the contract'),
  },
  required: ['title'],
  create: ['client_id', 'status', 'value', 'period', 'starts_on', 'ends_on', 'renews_on', 'notice_days', 'included_hours', 'carry_over', 'overage_rate', 'project_ids', 'owner_id'],
  update: ['title', 'client_id', 'status', 'value', 'period', 'starts_on', 'ends_on', 'renews_on', 'notice_days', 'included_hours', 'carry_over', 'overage_rate', 'project_ids', 'owner_id'],
  filters: [
    choice('status', ['active', 'draft', 'ended', 'paused'], 'active', 'draft: not agreed yet. active: in force. paused: suspended. ended: over.'),
    choice('period', ['monthly', 'one_off', 'quarterly', 'yearly'], 'monthly', 'The period of the value and of the hours, counted from starts_on'),
    record('client_id', 'searchClients', 'The client of the record'),
    record('owner_id', 'searchUsers', 'The user who looks after the contract'),
    record('deal_id', 'searchDeals', 'The deal that became this contract; read-only'),
    record('project_id', 'searchProjects', 'Only contracts with this project'),
    number('renews_within', 'Only active and paused contracts whose renews_on is at most this number of days from today in the team\'s time zone, including those whose day has passed', { typeOptions: { minValue: 0, maxValue: 3650 } }),
    since('updated_since', 'Only records that were created or changed at or after this time, or from this UTC day on'),
    text('search', 'Any part of title, ignoring case and accents'),
  ],
  sorts: ['title', 'value', 'starts_on', 'ends_on', 'renews_on', 'created_at', 'updated_at'],
} satisfies RecordParameters;

export const webhooks = {
  one: 'webhook endpoint',
  many: 'webhook endpoints',
  url: '/v1/webhooks',
  searched: 'searchWebhooks',
  fields: {
    name: text('name', 'The name of the endpoint; also the title of tasks that it creates from requests without one'),
    is_active: yes('is_active', 'the endpoint delivers and receives'),
    target_pipeline_id: record('target_pipeline_id', 'searchPipelines', 'The board on which received requests create tasks'),
    target_column_id: record('target_column_id', 'searchColumnIds', 'The column of that board'),
    field_mapping: json('field_mapping', 'Task field → path in the received payload (lead.name, items[0].title), or a {{template}}'),
    url: text('url', 'The URL that receives events; null for an endpoint that only receives requests', { placeholder: 'https://example.com/pauta' }),
    events: several('events', { options: choices(['*', ...eventKinds]) }, 'The event types to deliver; * (all) if a url is given without a list'),
    slug: text('slug', 'The name in the inbound URL, unique in the team; derived from name if omitted. Cannot be changed.', { placeholder: 'site-novo' }),
  },
  required: ['name'],
  create: ['is_active', 'target_pipeline_id', 'target_column_id', 'field_mapping', 'url', 'events', 'slug'],
  update: ['name', 'is_active', 'target_pipeline_id', 'target_column_id', 'field_mapping', 'url', 'events'],
  filters: [
    yes('active', 'to return only active or only inactive endpoints'),
    text('url', 'Only endpoints that deliver to exactly this URL', { placeholder: 'https://example.com/pauta' }),
    since('updated_since', 'Only records that were created or changed at or after this time, or from this UTC day on'),
  ],
  sorts: ['name', 'created_at', 'updated_at'],
} satisfies RecordParameters;

export const time_entries = {
  one: 'time entry',
  many: 'time entries',
  url: '/v1/time-entries',
  searched: 'searchTimeEntries',
  fields: {
    user_id: record('user_id', 'searchUsers', 'The user who worked; null for hours entered on the task. Default: the caller.'),
    task_id: record('task_id', 'searchTasks', 'The task'),
    project_id: record('project_id', 'searchProjects', 'The project. Default: that of the task.'),
    client_id: record('client_id', 'searchClients', 'The client. Default: that of the project.'),
    started_at: moment('started_at', 'When the work began. Default: now.'),
    minutes: number('minutes', 'The duration in minutes; null while the timer runs. A negative number corrects other entries.', { typeOptions: { minValue: -60000000, maxValue: 60000000 } }),
    note: text('note', 'A short note about the work'),
    is_billable: yes('is_billable', 'the client is billed for it'),
  },
  required: [],
  create: ['user_id', 'task_id', 'project_id', 'client_id', 'started_at', 'minutes', 'note', 'is_billable'],
  update: ['task_id', 'project_id', 'client_id', 'started_at', 'minutes', 'note', 'is_billable'],
  filters: [
    record('user_id', 'searchUsers', 'The user who worked; null for hours entered on the task. Default: the caller.'),
    record('task_id', 'searchTasks', 'The task'),
    record('project_id', 'searchProjects', 'The project. Default: that of the task.'),
    record('client_id', 'searchClients', 'The client. Default: that of the project.'),
    yes('is_billable', 'to return true if the client is billed for it'),
    since('from', 'Only entries that started at or after this time, or from this UTC day on'),
    since('to', 'Only entries that started at or before this time, or up to this UTC day'),
    yes('is_running', 'to return only running timers, or only finished entries'),
    since('updated_since', 'Only records that were created or changed at or after this time, or from this UTC day on'),
  ],
  sorts: ['started_at', 'created_at', 'updated_at'],
} satisfies RecordParameters;

export const inboxes = {
  one: 'inbox',
  many: 'inboxes',
  url: '/v1/inboxes',
  searched: 'searchInboxes',
  filters: [
    choice('type', [['cloud', 'Official API'], 'session'], 'session', 'session: a session on the network. cloud: the network\'s official API.'),
    yes('active', 'to return only active or only inactive inboxes'),
  ],
  sorts: ['name', 'created_at'],
} satisfies RecordParameters;

export const squads = {
  one: 'squad',
  many: 'squads',
  url: '/v1/squads',
  searched: 'searchSquads',
  filters: [
  ],
  sorts: ['name', 'created_at'],
} satisfies RecordParameters;

export const pipelines = {
  one: 'pipeline',
  many: 'pipelines',
  url: '/v1/pipelines',
  searched: 'searchPipelines',
  filters: [
    record('project_id', 'searchProjects', 'The project of the board; null for a board of the team'),
  ],
  sorts: ['name', 'created_at'],
} satisfies RecordParameters;

export const project_templates = {
  one: 'project template',
  many: 'project templates',
  url: '/v1/project-templates',
  searched: 'searchProjectTemplates',
  filters: [
    since('updated_since', 'Only records that were created or changed at or after this time, or from this UTC day on'),
  ],
  sorts: ['name', 'created_at', 'updated_at'],
} satisfies RecordParameters;

export const billing_lines = {
  one: 'billing line',
  many: 'billing lines',
  url: '/v1/billing-lines',
  searched: 'searchBillingLines',
  filters: [
    record('contract_id', 'searchContracts', 'The contract that is billed'),
    record('client_id', 'searchClients', 'The client of the contract'),
    choice('status', ['billed', 'open', 'waived'], 'open', 'open: to be billed. billed: billed. waived: not to be billed.'),
    day('from', 'Only lines of periods that ended on this day or later'),
    day('until', 'Only lines of periods that ended on this day or earlier'),
    since('updated_since', 'Only records that were created or changed at or after this time, or from this UTC day on'),
  ],
  sorts: ['ends_on', 'created_at', 'updated_at'],
} satisfies RecordParameters;

export const users = {
  one: 'user',
  many: 'users',
  url: '/v1/users',
  searched: 'searchUsers',
  filters: [
    text('search', 'Any part of name and email, ignoring case and accents'),
  ],
  sorts: ['name', 'email', 'created_at'],
} satisfies RecordParameters;

export const conversations = {
  one: 'conversation',
  many: 'conversations',
  url: '/v1/msgapp/conversations',
  searched: 'searchConversations',
  filters: [
    record('inbox_id', 'searchInboxes', 'The inbox'),
    record('contact_id', 'searchContacts', 'The contact'),
    choice('status', ['open', 'resolved', 'snoozed'], 'open', 'open: needs work. snoozed: postponed until snoozed_until. resolved: done. A message of the contact reopens it.'),
    record('assignee_id', 'searchUsers', 'The assignee'),
    record('squad_id', 'searchSquads', 'The squad that the conversation is assigned to, in addition to a user or instead of one'),
  ],
  sorts: ['created_at', 'last_message_at', 'waiting_since'],
} satisfies RecordParameters;

export const events = {
  one: 'event',
  many: 'events',
  url: '/v1/events',
  searched: 'searchEvents',
  filters: [
    choice('type', ['activity.created', 'activity.deleted', 'activity.updated', 'billing_line.created', 'billing_line.updated', 'campaign.created', 'campaign.deleted', 'campaign.updated', 'client.created', 'client.deleted', 'client.updated', 'contact.created', 'contact.deleted', 'contact.updated', 'contract.created', 'contract.deleted', 'contract.updated', 'conversation.reply_overdue', 'conversation.updated', 'deal.created', 'deal.deleted', 'deal.stage_changed', 'deal.updated', 'import.finished', 'inbox.connection', 'message.created', 'message.updated', 'msgapp.message.received', 'msgapp.message.status', 'privacy.erased', 'project.created', 'project.deleted', 'project.updated', 'task.created', 'task.deleted', 'task.moved', 'task.updated', 'time_entry.created', 'time_entry.deleted', 'time_entry.updated', 'webhook.disabled', 'webhook.test', 'workflow.call'], 'deal.created', 'The event type'),
    since('from', 'Only events at or after this time, or from this UTC day on'),
    since('to', 'Only events up to this time, or the end of this UTC day'),
  ],
  sorts: ['created_at'],
} satisfies RecordParameters;
