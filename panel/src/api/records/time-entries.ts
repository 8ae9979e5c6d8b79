/* Written by `npm run panel:types` from the declarations of records and operations; not by hand. */

/** Field → its kind, its limits and its uses. */
export const timeEntryFields = {
  id: { kind: 'id' },
  user_id: { kind: 'link', target: 'users', isNullable: true, isCreatable: true },
  task_id: { kind: 'link', target: 'tasks', isNullable: true, isCreatable: true, isUpdatable: true },
  project_id: { kind: 'link', target: 'projects', isNullable: true, isCreatable: true, isUpdatable: true },
  client_id: { kind: 'link', target: 'clients', isNullable: true, isCreatable: true, isUpdatable: true },
  started_at: { kind: 'timestamp', isCreatable: true, isUpdatable: true, isSortable: true },
  minutes: { kind: 'number', minimum: -60000000, maximum: 60000000, isNullable: true, isCreatable: true, isUpdatable: true },
  is_running: { kind: 'boolean' },
  is_long: { kind: 'boolean' },
  note: { kind: 'text', maxLength: 1000, isNullable: true, isCreatable: true, isUpdatable: true },
  is_billable: { kind: 'boolean', isCreatable: true, isUpdatable: true },
  hourly_rate: { kind: 'money', minimum: 0, maximum: 999999999999.99, isNullable: true, isConfidential: true },
  hourly_cost: { kind: 'money', minimum: 0, maximum: 999999999999.99, isNullable: true, isConfidential: true },
  origin: { kind: 'enum', values: ['timer', 'typed', 'import', 'api'] },
  created_at: { kind: 'timestamp', isSortable: true },
  updated_at: { kind: 'timestamp', isSortable: true },
} as const;

/** Parameter of the list → its values. */
export const timeEntryFilters = {
  user_id: { kind: 'link', target: 'users' },
  task_id: { kind: 'link', target: 'tasks' },
  project_id: { kind: 'link', target: 'projects' },
  client_id: { kind: 'link', target: 'clients' },
  is_billable: { kind: 'boolean' },
  from: { kind: 'timestamp', maxLength: 64 },
  to: { kind: 'timestamp', maxLength: 64 },
  is_running: { kind: 'boolean' },
  updated_since: { kind: 'timestamp', maxLength: 64 },
} as const;
