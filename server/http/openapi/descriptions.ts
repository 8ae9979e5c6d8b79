/** Texts of the API reference beyond the declarations. Tests check every name here against a declaration. */
export interface Descriptions {
  /** Describes the records. */
  readonly about: string;
  /** Field → its description. */
  readonly fields: Record<string, string>;
  /** Effect of DELETE. */
  readonly delete: string;
  /** Realistic example values; other fields use the declaration's. */
  readonly example: Record<string, unknown>;
  /** Body of the example update. */
  readonly change: Record<string, unknown>;
}

export const exampleId = '0193a5c8-7b1e-7c55-9c1f-2f4b8d0e6a11';

/** Descriptions of fields with the same meaning everywhere. */
export const commonDescriptions: Record<string, string> = {
  id: 'Assigned by the service (UUID version 7).',
  created_at: 'When the record was created.',
  updated_at: 'When the record last changed.',
  created_by: 'The user of the API key that created the record.',
  client_id: 'The client of the record.',
  client: 'The client’s id and name.',
  project_id: 'The project of the record. Cannot be changed after creation.',
  project: 'The project’s id and name.',
  tags: 'Free-form tags, in order; duplicates are removed.',
  source: 'The origin of the record (free text).',
  title: 'The title, as shown in lists.',
  description: 'A free-text description.',
  start_date: 'The start date.',
  end_date: 'The end date.',
  due_date: 'The due date.',
  estimated_hours: 'Estimated effort in hours.',
  actual_hours: 'Actual effort in hours.',
};

export const recordDescriptions: Record<string, Descriptions> = {
  contacts: {
    about: 'People on the messaging network. A team has one contact per phone number.',
    fields: {
      phone: 'The number with its country code. Cannot be changed after creation.',
      jid: 'The address on the messaging network, derived from the phone number.',
      push_name: 'The name chosen by the contact.',
      custom_name: 'The name used by the team.',
      profile_picture_url: 'The URL of the contact’s picture, if the network provides it.',
      notes: 'Private notes of the team.',
    },
    delete: 'Deletes the contact permanently; 409 while conversations are linked to it.',
    example: {
      push_name: 'Maria',
      custom_name: 'Maria (Padaria Aurora)',
      notes: 'Prefers messages in the morning.',
      tags: ['vip'],
    },
    change: { tags: ['vip', 'bakery'] },
  },
  projects: {
    about:
      'Jobs the agency works on. A new project gets its own board, copied from the team’s template.',
    fields: {
      name: 'The name of the project.',
      slug: 'The name in URLs, unique in the team; derived from name if omitted.',
      status:
        'The status of the project. Changing it to completed sets completed_at; changing it from completed clears it.',
      priority: 'Sorted by weight: low < medium < high < urgent.',
      completed_at: 'Set when the status becomes completed; an update may set it too.',
      briefing: 'The client’s request.',
      squad_id: 'The squad that does the work.',
      squad: 'The squad’s id and name.',
    },
    delete:
      'Sets the status to cancelled and keeps the record. Repeating it returns the same response.',
    example: {
      name: 'Site da Padaria Aurora',
      slug: 'site-da-padaria-aurora',
      description: 'Institutional site with orders.',
      briefing: 'Warm colours, photos of bread, orders through the messaging network.',
      status: 'active',
      squad: { id: exampleId, name: 'Criação' },
      client: { id: exampleId, name: 'Padaria Aurora' },
    },
    change: { status: 'completed' },
  },
  clients: {
    about: 'Customers of the agency: people (PF) and companies (PJ).',
    fields: {
      type: 'PF: a person. PJ: a company. Changing it clears the fields of the other type.',
      name: 'Full name, or the company’s legal name.',
      display_name: 'The name used by the team.',
      email: 'An e-mail address.',
      phone: 'A phone number (free format).',
      mobile_phone: 'A mobile number (free format).',
      address: 'The postal address.',
      notes: 'The team’s notes on the client.',
      msgapp: 'The number on the messaging network.',
      cpf: 'PF only. Unique in the team regardless of punctuation; stored as sent.',
      rg: 'PF only.',
      birth_date: 'PF only.',
      gender: 'PF only (free text).',
      cnpj: 'PJ only. Unique in the team regardless of punctuation and case; stored as sent.',
      legal_name: 'PJ only.',
      trade_name: 'PJ only.',
      state_registration: 'PJ only.',
      status: 'DELETE sets inactive; an update to active restores the client.',
    },
    delete:
      'Sets the status to inactive and keeps the record. Repeating it returns the same response.',
    example: {
      type: 'PJ',
      name: 'Padaria Aurora Ltda.',
      display_name: 'Padaria Aurora',
      phone: '+55 11 3333-4444',
      mobile_phone: '+55 11 99999-8888',
      msgapp: '5511999998888',
      cpf: null,
      rg: null,
      birth_date: null,
      gender: null,
      legal_name: 'Padaria Aurora Ltda.',
      trade_name: 'Aurora',
      state_registration: '110.042.490.114',
      source: 'referral',
      notes: 'Pays by the 5th.',
    },
    change: { mobile_phone: '+55 11 98888-7777', status: 'active' },
  },
  tasks: {
    about:
      'Cards on a project’s board. Tasks in the trash do not appear here; the operator can restore them.',
    fields: {
      pipeline_id: 'The board. Default: the project’s default board.',
      column: 'The slug of a column of that board. Default: its first column.',
      priority: 'Sorted by weight: none < low < medium < high < urgent.',
      assignee_id: 'The first of assignee_ids; setting only one of the two fields sets the other.',
      assignee_ids: 'The assignees, the main one first.',
      reporter_id: 'The user who requested the task.',
      position:
        'The position in the column, unique there. A new or moved task goes to the end. If the given position is taken, the task that held it moves right after.',
      checklist_markdown: 'A checklist in Markdown.',
      completed_at: 'Set in a finishing column and cleared elsewhere; an update may set it too.',
      deleted_at: 'When the task was moved to the trash.',
    },
    delete:
      'Moves the task to the trash, from which the operator can restore it. Repeating it returns 404.',
    example: {
      title: 'Draw the home page',
      description: 'Desktop and phone.',
      priority: 'high',
      estimated_hours: 6,
      actual_hours: null,
      position: 1,
      checklist_markdown: '- [ ] phone\n- [ ] desktop',
      tags: ['design'],
    },
    change: { column: 'in_progress', actual_hours: 1.5 },
  },
  deals: {
    about: 'Sales opportunities.',
    fields: {
      value: 'In BRL.',
      currency: 'Always BRL.',
      phase: 'The sales phase; teams define their own phases.',
      priority: 'alta: high. media: medium. baixa: low.',
      status: 'ativo: open. arquivado: archived.',
      probability: 'The probability of winning, in percent.',
      expected_close_date: 'The date on which the decision is expected.',
      is_starred: 'True if the team starred the deal.',
      responsible_id: 'The user responsible for the deal.',
      loss_reason: 'The reason for the loss.',
      ai_summary: 'A summary of the deal; read-only.',
      ai_win_probability: 'The estimated probability of winning, in percent; read-only.',
    },
    delete:
      'Sets the status to arquivado and keeps the record. Repeating it returns the same response.',
    example: {
      title: 'Proposal: new site',
      description: 'Site and one year of care.',
      probability: 60,
      source: 'referral',
      tags: ['site'],
      client: { id: exampleId, name: 'Padaria Aurora' },
      loss_reason: null,
    },
    change: { phase: 'proposta', probability: 75 },
  },
  campaigns: {
    about: 'Marketing campaigns within a project.',
    fields: {
      name: 'The name of the campaign.',
      status:
        'draft: being planned. scheduled: waiting to start. active: running. paused: suspended. completed: finished. cancelled: abandoned.',
      approval_status: 'The client’s approval; cannot be set here.',
      content_pillars: 'The themes, in order.',
      target_platforms: 'The platforms, in order.',
      goals: 'Free-form goals.',
    },
    delete:
      'Sets the status to cancelled and keeps the record. Repeating it returns the same response.',
    example: {
      name: 'Winter breads',
      project: { id: exampleId, name: 'Site da Padaria Aurora' },
      description: 'Four weeks of posts.',
      content_pillars: ['recipes', 'people'],
      target_platforms: ['feed', 'stories'],
      end_date: '2026-12-20',
    },
    change: { status: 'scheduled' },
  },
  activities: {
    about: 'Calls, meetings, notes and deadlines, linked to clients, deals or contracts.',
    fields: {
      type: 'The type of activity.',
      duration_minutes: 'The duration in minutes.',
      priority: 'The priority.',
      occurred_at: 'When it takes or took place. Default: now.',
      is_completed: 'True if the activity is completed.',
      deal_id: 'The deal of the activity.',
      contract_id: 'The contract of the activity.',
      assigned_to: 'The assignee.',
    },
    delete:
      'Marks the activity as completed and keeps the record. Repeating it returns the same response.',
    example: {
      title: 'Call about the proposal',
      type: 'call',
      description: 'Ask about the budget.',
      duration_minutes: 30,
      priority: 'high',
      tags: [],
    },
    change: { is_completed: true },
  },
  webhooks: {
    about:
      'Endpoints that deliver events (url, events), receive requests from other systems and turn them into tasks, or both.',
    fields: {
      name: 'The name of the endpoint; also the title of tasks that it creates from requests without one.',
      slug: 'The name in the inbound URL, unique in the team; derived from name if omitted. Cannot be changed.',
      is_active: 'An inactive endpoint neither delivers nor receives.',
      target_pipeline_id: 'The board on which received requests create tasks.',
      target_column_id: 'The column of that board.',
      field_mapping:
        'Task field → path in the received payload (lead.name, items[0].title), or a {{template}}.',
      url: 'The URL that receives events; null for an endpoint that only receives requests.',
      events: 'The event types to deliver; * (all) if a url is given without a list.',
      disabled_reason:
        'The reason why the service disabled the endpoint: its receiver responded 410, every delivery failed for five days, or too many deliveries were pending. Enabling the endpoint clears it.',
    },
    delete: 'Deletes the endpoint permanently.',
    example: {
      name: 'Site form',
      slug: 'site-form',
      events: ['deal.created', 'deal.stage_changed'],
    },
    change: { is_active: false },
  },
  messages: {
    about:
      'Messages to and from contacts, by the network’s time. The status only moves forward: pending, sent, delivered, read; or failed, from pending or sent.',
    fields: {
      conversation_id: 'The conversation of the message.',
      inbox_id: 'The inbox that sent or received the message.',
      remote_jid: 'The contact’s address on the messaging network.',
      msgapp_message_id: 'The ID assigned by the network.',
      direction: 'outgoing: sent by the team. incoming: sent by the contact.',
      message_type:
        'The type. This API sends text; messages that were received, or sent elsewhere, may be any of text, image, audio, voice, video, document, sticker, location, contacts, reaction, button_reply, list_reply, poll, order, template and unsupported.',
      content:
        'The text, the caption, the label of the chosen button, or the emoji of a reaction. Empty after the message was revoked.',
      status:
        'pending: not yet known to be sent. sent: accepted by the network. delivered, read: confirmed. failed: not sent, or given up. received: an incoming message.',
      status_reason:
        'The reason why it failed or its outcome is unknown, beginning with the cause.',
      origin:
        'The author’s side: the contact, Pauta (this API, a workflow, the panel), the phone, or another program on the same session.',
      author:
        'The sender of an outgoing message: a person, an API key, a workflow, the command line, the phone, or another program. null for incoming messages, and for messages stored before authors were recorded.',
      step_due_at:
        'The next attempt of the workflow step that sends the message, as of now; a failed message is sent again then. null once the step has ended.',
      superseded_by:
        'The message that a later attempt of the same workflow step sent in place of this failed one.',
      details:
        'Additional content of some types, such as the coordinates of a location; kind is the gateway’s name of an unsupported type.',
      referral:
        'The advertisement or post through which the contact started the conversation, as reported by the network; null for other messages.',
      reply_to: 'The message that it answers or reacts to, if known.',
      reactions: 'The latest reaction of each side; incoming is the contact’s.',
      edited_at: 'When its text was last edited.',
      revoked_at: 'When its author revoked it.',
      versions: 'Its previous texts, oldest first.',
      media:
        'The attached file and its status: pending, with the reason after a failed fetch; stored, with its file; or failed.',
      sent_at:
        'When it was written, in whole seconds: the network’s time, or for messages sent by Pauta the time of storage. Conversations are ordered by it, then by created_at.',
    },
    delete: '',
    example: {
      remote_jid: '5511999998888@s.msgapp.net',
      msgapp_message_id: '3EB0C431C26A1916E07A',
      direction: 'outgoing',
      message_type: 'text',
      content: 'Bom dia! A arte ficou pronta.',
      status: 'delivered',
      status_reason: null,
      origin: 'pauta',
      step_due_at: null,
      superseded_by: null,
      details: {},
      referral: null,
      reactions: [],
      versions: [],
    },
    change: {},
  },
  sendings: {
    about: '',
    fields: {
      content: 'The text of the message.',
      inbox_id: 'The inbox to send it through; requires phone.',
      phone: 'The recipient’s number, with the country code; requires inbox_id.',
      conversation_id: 'The conversation to send it in, instead of inbox_id and phone.',
      message_type: 'Only text can be sent.',
    },
    delete: '',
    example: {},
    change: {
      inbox_id: exampleId,
      phone: '5511999998888',
      content: 'Bom dia! A arte ficou pronta.',
    },
  },
  template_sendings: {
    about: '',
    fields: {
      inbox_id: 'The inbox to send it through; requires phone.',
      phone: 'The recipient’s number, with the country code; requires inbox_id.',
      conversation_id: 'The conversation to send it in, instead of inbox_id and phone.',
      template: 'The name of an approved template of the inbox.',
      language: 'The language of the template; the same name may exist in several languages.',
      variables:
        'The values of the variables in the template’s text: {{1}}, {{2}}… in numerical order, named variables in the order of the text.',
      components:
        'Instead of variables, all parameters in the network’s format: for headers with media or variables, and for buttons.',
    },
    delete: '',
    example: {},
    change: {
      inbox_id: exampleId,
      phone: '5511999998888',
      template: 'lembrete',
      language: 'pt_BR',
      variables: ['Ana', 'amanhã às 10h'],
    },
  },
  conversations: {
    about: 'The messages between an inbox and a contact; created by the first message.',
    fields: {
      inbox_id: 'The inbox.',
      inbox: 'The inbox’s id and name.',
      contact_id: 'The contact.',
      contact:
        'The contact; its name is the team’s, otherwise the contact’s, otherwise the number.',
      remote_jid: 'The contact’s address on the messaging network.',
      status:
        'open: needs work. snoozed: postponed until snoozed_until. resolved: done. A message of the contact reopens it.',
      snoozed_until:
        'When a snoozed conversation reopens automatically; null for other conversations.',
      assignee_id: 'The assignee.',
      assignee: 'The assignee’s id and name.',
      waiting_since:
        'The time of the contact’s oldest unanswered message; null if it is answered or the conversation is resolved.',
      first_answered_at: 'When the contact’s first message was answered.',
      last_incoming_at: 'When the contact’s last message was written.',
      window_closes_at:
        'The end of the period in which an official number can send any message: 24 hours after the contact’s last message; later, only templates. null for other inboxes, and before the first message.',
      last_message_at: 'When the last message was sent or received.',
    },
    delete: '',
    example: {
      remote_jid: '5511999998888@s.msgapp.net',
      waiting_since: '2026-11-20T12:00:00.000Z',
      last_incoming_at: '2026-11-20T12:00:00.000Z',
      window_closes_at: null,
      last_message_at: '2026-11-20T12:00:00.000Z',
    },
    change: {},
  },
  inboxes: {
    about:
      'The numbers through which the team sends and receives messages. Created by the operator.',
    fields: {
      name: 'The name used by the team.',
      type: 'session: a session on the network. cloud: the network’s official API.',
      active: 'An inactive inbox cannot send.',
      connected:
        'True if the inbox can send; sending through an inbox that is not connected returns 502. Derived from `state`, if known; the operator can also set it.',
      state:
        'The state of the connection to the network. disconnected: not logged in. connecting: reconnecting automatically. scan, code, passkey: waiting for the phone. connected. failed: given up or not recoverable. null: unknown.',
      state_reason: 'The reason for the state.',
      state_changed_at: 'When the state last changed.',
      phone: 'The number that is logged in, if known.',
    },
    delete: '',
    example: {
      name: 'Atendimento',
      state: 'connected',
      state_reason: null,
      phone: '5511999998888',
    },
    change: {},
  },
  squads: {
    about: 'Groups of people who work on projects. Created by the operator.',
    fields: { name: 'The name used by the team.' },
    delete: '',
    example: { name: 'Criação' },
    change: {},
  },
  users: {
    about: 'The people of the team. Created by the operator.',
    fields: {
      name: 'The user’s name.',
      email: 'The e-mail address; unique in the team.',
      role: 'The role in the team.',
    },
    delete: '',
    example: { name: 'Ana Souza', email: 'ana@example.com' },
    change: {},
  },
  pipelines: {
    about: 'Boards and their columns, of one project or of the whole team.',
    fields: {
      name: 'The name used by the team.',
      project_id: 'The project of the board; null for a board of the team.',
      is_default: 'True if it is the default board for new tasks of the project.',
      columns:
        'The columns in order: ID, slug, name, and whether entering the column completes a task.',
    },
    delete: '',
    example: {
      name: 'Site da Padaria Aurora',
      project: { id: exampleId, name: 'Site da Padaria Aurora' },
      is_default: true,
      columns: [{ id: exampleId, slug: 'backlog', name: 'Backlog', is_finishing: false }],
    },
    change: {},
  },
  events: {
    about: 'Changes of the last 30 days, as delivered to webhook endpoints.',
    fields: {
      id: 'Assigned by the service (UUID version 7). Deliveries carry it as webhook-id.',
      type: 'The event type.',
      created_at: 'When the event happened.',
      data: 'The record after the change, as v1 returns it.',
      previous: 'The previous values of the fields that changed; null if the record is new.',
    },
    delete: '',
    example: {
      type: 'deal.stage_changed',
      data: { id: exampleId, title: 'Loja virtual', phase: 'ganho' },
      previous: { phase: 'proposta', updated_at: '2026-11-20T11:00:00.000Z' },
    },
    change: {},
  },
  deliveries: {
    about: 'Deliveries of events to webhook endpoints: one per endpoint and event.',
    fields: {
      id: 'The event’s ID, which receivers see as webhook-id.',
      webhook_id: 'The endpoint.',
      event: 'The type of the event.',
      status:
        'pending: waiting for its next attempt. delivered: accepted by the receiver. failed: given up.',
      attempt_count: 'The number of attempts, including those before a replay.',
      next_attempt_at: 'Time of the next attempt; null once it is delivered or failed.',
      reason:
        'The reason why the last attempt failed, or why there was none; null without a failure.',
      created_at: 'When the event happened.',
      completed_at: 'When it was delivered or failed.',
    },
    delete: '',
    example: {
      event: 'deal.stage_changed',
      status: 'delivered',
      attempt_count: 1,
      next_attempt_at: null,
      reason: null,
      completed_at: '2026-11-30T12:00:00.250Z',
    },
    change: {},
  },
  attempts: {
    about: '',
    fields: {
      request_id: 'The X-Request-Id sent to the receiver.',
      started_at: 'When it started.',
      status: 'The HTTP status of the response; null if there was none.',
      error: 'The reason for the failure; null for a 2xx.',
      answer: 'The start of the response body.',
      duration_ms: 'The duration in milliseconds.',
    },
    delete: '',
    example: {
      started_at: '2026-11-30T12:00:00.050Z',
      status: 200,
      error: null,
      answer: 'ok',
      duration_ms: 200,
    },
    change: {},
  },
  replays: {
    about: '',
    fields: {
      from: 'Only deliveries of events at or after this time, or from this UTC day on.',
      to: 'Only deliveries of events up to this time, or the end of this UTC day.',
      status: 'failed: deliveries that were given up. delivered: accepted deliveries.',
    },
    delete: '',
    example: {},
    change: { from: '2026-11-20', status: 'failed' },
  },
  receptions: {
    about: 'Requests from other systems to webhook endpoints, and their outcome.',
    fields: {
      status: 'accepted: it created a task. rejected: no task could be created from it.',
      key: 'The sender’s ID for the request: its webhook-id, otherwise its Idempotency-Key.',
      task_id: 'The created task.',
      reason: 'The reason for the rejection, or the fields for which the payload had no value.',
      payload: 'The first 65,536 characters of the payload, if it was rejected or had no title.',
      created_at: 'When it was received.',
    },
    delete: '',
    example: { key: 'lead-4711', reason: null, payload: null },
    change: {},
  },
};

export interface EventDescriptions {
  /** Describes the event in a sentence without a full stop. */
  readonly summary: string;
  /** Receiving endpoints, if not all that subscribe to it. */
  readonly more?: string;
  /** Example values in addition to the record's. */
  readonly data?: Record<string, unknown>;
  readonly previous?: Record<string, unknown>;
}

/** Kinds whose names are not self-explanatory, and the previous values of examples. */
export const eventDescriptions: Record<string, EventDescriptions> = {
  'msgapp.message.status': {
    summary: 'The status of a sent message changed',
    previous: { status: 'sent' },
  },
  'msgapp.message.received': {
    summary: 'A contact sent a message to an inbox of the team',
    data: { direction: 'incoming', status: 'received' },
  },
  'message.created': {
    summary: 'A message was added to a conversation, incoming or outgoing',
    data: { direction: 'outgoing', status: 'pending' },
  },
  'inbox.connection': {
    summary: 'The connection of an inbox to the network changed',
    data: { connected: false, state: 'scan', state_reason: null, phone: null },
    previous: { connected: true, state: 'connected', phone: '5511999998888' },
  },
  'conversation.updated': {
    summary: 'The status, the assignee or the first answer of a conversation changed',
    previous: { status: 'resolved' },
  },
  'message.updated': {
    summary: 'A message was edited or revoked, or fetching its media succeeded or failed',
    data: {
      edited_at: '2026-11-30T12:00:00.000Z',
      versions: [
        { content: 'Bom dia! A arte está pronta.', replaced_at: '2026-11-30T12:00:00.000Z' },
      ],
    },
    previous: { content: 'Bom dia! A arte está pronta.', edited_at: null, versions: [] },
  },
  'deal.stage_changed': {
    summary: 'A deal moved to another phase; deal.updated is emitted too',
    previous: { phase: 'proposta' },
  },
  'task.moved': {
    summary: 'A task moved to another column or board; task.updated is emitted too',
    previous: { column: 'todo', position: 3 },
  },
  'webhook.disabled': {
    summary: 'The service disabled a webhook endpoint',
    data: { is_active: false, disabled_reason: 'the receiver answered 410 (Gone)' },
    previous: { is_active: true, disabled_reason: null },
  },
  'webhook.test': {
    summary: 'A test of the webhook endpoint was requested',
    more: 'Delivered only to the tested endpoint, regardless of its `events`.',
  },
  'workflow.call': {
    summary: 'A workflow step called the webhook endpoint',
    more: 'Delivered only to the endpoint named by the step, regardless of its `events`.',
  },
};
