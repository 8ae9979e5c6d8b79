/* Written by `npm run panel:types` from the declarations of records and operations; not by hand. */

/** Field → its kind, its limits and its uses. */
export const projectFields = {
  id: { kind: 'id' },
  name: { kind: 'text', minLength: 1, maxLength: 255, isRequired: true, isCreatable: true, isUpdatable: true, isSortable: true },
  slug: { kind: 'text', maxLength: 80, pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', isCreatable: true, isUpdatable: true },
  key: { kind: 'text', pattern: '^[A-Z]{2,6}$', isNullable: true },
  description: { kind: 'prose', maxLength: 50000, isNullable: true, isCreatable: true, isUpdatable: true },
  status: { kind: 'enum', values: ['backlog', 'active', 'paused', 'completed', 'cancelled'], isCreatable: true, isUpdatable: true, isBulk: true, isSortable: true },
  priority: { kind: 'enum', values: ['low', 'medium', 'high', 'urgent'], isCreatable: true, isUpdatable: true, isBulk: true, isSortable: true },
  color: { kind: 'text', pattern: '^#([0-9a-fA-F]{3}|[0-9a-fA-F]{4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$', isNullable: true, isCreatable: true, isUpdatable: true, isBulk: true },
  start_date: { kind: 'date', isNullable: true, isCreatable: true, isUpdatable: true, isBulk: true, isSortable: true },
  due_date: { kind: 'date', isNullable: true, isCreatable: true, isUpdatable: true, isBulk: true, isSortable: true },
  completed_at: { kind: 'timestamp', isNullable: true, isUpdatable: true },
  briefing: { kind: 'prose', maxLength: 50000, isNullable: true, isCreatable: true, isUpdatable: true },
  squad_id: { kind: 'link', target: 'squads', isNullable: true, isCreatable: true, isUpdatable: true, isBulk: true },
  squad: { kind: 'object', isNullable: true },
  client_id: { kind: 'link', target: 'clients', isNullable: true, isCreatable: true, isUpdatable: true, isBulk: true },
  client: { kind: 'object', isNullable: true },
  created_by: { kind: 'id', isNullable: true },
  created_at: { kind: 'timestamp', isSortable: true },
  updated_at: { kind: 'timestamp', isSortable: true },
} as const;

/** Parameter of the list → its values. */
export const projectFilters = {
  squad_id: { kind: 'link', target: 'squads' },
  client_id: { kind: 'link', target: 'clients' },
  status: { kind: 'enum', values: ['backlog', 'active', 'paused', 'completed', 'cancelled'] },
  priority: { kind: 'enum', values: ['low', 'medium', 'high', 'urgent'] },
  updated_since: { kind: 'timestamp', maxLength: 64 },
  squad_id_in: { kind: 'links', target: 'squads', maxItems: 50 },
  squad_id_not: { kind: 'links', target: 'squads', maxItems: 50 },
  client_id_in: { kind: 'links', target: 'clients', maxItems: 50 },
  client_id_not: { kind: 'links', target: 'clients', maxItems: 50 },
  status_in: { kind: 'texts', maxItems: 50 },
  status_not: { kind: 'texts', maxItems: 50 },
  priority_in: { kind: 'texts', maxItems: 50 },
  priority_not: { kind: 'texts', maxItems: 50 },
  is_late: { kind: 'boolean' },
  is_open: { kind: 'boolean' },
  due_from: { kind: 'date' },
  due_until: { kind: 'date' },
  from: { kind: 'date' },
  until: { kind: 'date' },
} as const;
