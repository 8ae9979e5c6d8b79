import type { ImportedResource } from './types.ts';

/* Fields of records that a column can fill, in the order in which people choose them, and the links between records of a row. */

export const resources: readonly ImportedResource[] = [
  'contacts',
  'clients',
  'deals',
  'tasks',
  'projects',
  'campaigns',
  'activities',
];

const ids = ['external_id', 'id'];

/** Resource → its fields. */
export const fieldsOf: Readonly<Record<ImportedResource, readonly string[]>> = {
  contacts: [
    ...['custom_name', 'first_name', 'last_name', 'phone', 'client_name', 'tags', 'notes'],
    ...['created_at', ...ids],
  ],
  clients: [
    ...['name', 'first_name', 'last_name', 'display_name', 'type', 'email', 'phone'],
    ...['mobile_phone', 'msgapp', 'tax_id', 'cpf', 'cnpj', 'rg', 'birth_date', 'gender'],
    ...['legal_name', 'trade_name', 'state_registration', 'address', 'address.zip_code'],
    ...['address.street', 'address.number', 'address.complement', 'address.neighborhood'],
    ...['address.city', 'address.state', 'address.country', 'source', 'status', 'tags', 'notes'],
    ...['created_at', ...ids],
  ],
  projects: [
    ...['name', 'client_name', 'description', 'status', 'priority', 'start_date', 'due_date'],
    ...['completed_at', 'created_at', ...ids],
  ],
  tasks: [
    ...[
      'title',
      'project_name',
      'column',
      'description',
      'assignee_member',
      'start_date',
      'due_date',
    ],
    ...['priority', 'tags', 'checklist_markdown', 'is_completed', 'completed_at'],
    ...['estimated_hours', 'actual_hours', 'reporter_member', 'comments', 'attachments'],
    ...['parent_name', 'is_archived', 'notes', 'created_at', ...ids],
  ],
  deals: [
    ...['title', 'value', 'phase', 'client_name', 'outcome', 'responsible_member'],
    ...['expected_close_date', 'probability', 'priority', 'source', 'loss_reason', 'tags'],
    ...['description', 'pipeline_name', 'won_at', 'lost_at', 'created_at', 'updated_at', ...ids],
  ],
  campaigns: [
    ...['name', 'project_name', 'client_name', 'description', 'status', 'start_date'],
    ...['end_date', 'target_platforms', 'content_pillars', 'goals', 'budget', 'created_at', ...ids],
  ],
  activities: [
    ...['title', 'type', 'occurred_at', 'time', 'client_name', 'deal_name', 'assigned_member'],
    ...['description', 'is_completed', 'due_date', 'duration_minutes', 'priority', 'tags'],
    ...['created_at', ...ids],
  ],
};

/** Resource → its links to other records of a row. */
export const linksOf: Readonly<
  Record<ImportedResource, Readonly<Record<string, ImportedResource>>>
> = {
  contacts: { client_id: 'clients' },
  clients: {},
  projects: { client_id: 'clients' },
  tasks: { project_id: 'projects' },
  deals: { client_id: 'clients' },
  campaigns: { project_id: 'projects' },
  activities: { client_id: 'clients', deal_id: 'deals' },
};

/** Resource → key of its first record in a mapping. */
export const firstKeys: Readonly<Record<ImportedResource, string>> = {
  contacts: 'contact',
  clients: 'client',
  projects: 'project',
  tasks: 'task',
  deals: 'deal',
  campaigns: 'campaign',
  activities: 'activity',
};
