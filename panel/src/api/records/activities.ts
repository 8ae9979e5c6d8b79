/* Written by `npm run panel:types` from the declarations of records and operations; not by hand. */

/** Field → its kind, its limits and its uses. */
export const activityFields = {
  id: { kind: 'id' },
  title: { kind: 'text', minLength: 1, maxLength: 255, isRequired: true, isCreatable: true, isUpdatable: true, isSortable: true },
  type: { kind: 'enum', values: ['call', 'meeting', 'email', 'note', 'task', 'follow_up', 'deadline', 'hearing', 'case_event', 'contract_event'], isCreatable: true, isUpdatable: true, isBulk: true, isSortable: true },
  description: { kind: 'prose', maxLength: 50000, isNullable: true, isCreatable: true, isUpdatable: true },
  occurred_at: { kind: 'timestamp', isCreatable: true, isUpdatable: true, isSortable: true },
  duration_minutes: { kind: 'number', minimum: 0, maximum: 1000000, isNullable: true, isCreatable: true, isUpdatable: true },
  is_completed: { kind: 'boolean', isCreatable: true, isUpdatable: true, isBulk: true },
  due_date: { kind: 'date', isNullable: true, isCreatable: true, isUpdatable: true, isBulk: true, isSortable: true },
  priority: { kind: 'enum', values: ['low', 'medium', 'high'], isNullable: true, isCreatable: true, isUpdatable: true, isBulk: true, isSortable: true },
  tags: { kind: 'texts', maxItems: 100, itemLength: 100, isCreatable: true, isUpdatable: true, isBulk: true },
  client_id: { kind: 'link', target: 'clients', isNullable: true, isCreatable: true, isUpdatable: true, isBulk: true },
  deal_id: { kind: 'link', target: 'deals', isNullable: true, isCreatable: true, isUpdatable: true, isBulk: true },
  contract_id: { kind: 'link', target: 'contracts', isNullable: true, isCreatable: true, isUpdatable: true },
  assigned_to: { kind: 'link', target: 'users', isNullable: true, isCreatable: true, isUpdatable: true, isBulk: true },
  created_by: { kind: 'id', isNullable: true },
  created_at: { kind: 'timestamp', isSortable: true },
  updated_at: { kind: 'timestamp' },
  client: { kind: 'object', isNullable: true },
  deal: { kind: 'object', isNullable: true },
} as const;

/** Parameter of the list → its values. */
export const activityFilters = {
  type: { kind: 'enum', values: ['call', 'meeting', 'email', 'note', 'task', 'follow_up', 'deadline', 'hearing', 'case_event', 'contract_event'] },
  client_id: { kind: 'link', target: 'clients' },
  deal_id: { kind: 'link', target: 'deals' },
  completed: { kind: 'boolean' },
  updated_since: { kind: 'timestamp', maxLength: 64 },
  assigned_to: { kind: 'id' },
  type_in: { kind: 'texts', maxItems: 50 },
  type_not: { kind: 'texts', maxItems: 50 },
  client_id_in: { kind: 'links', target: 'clients', maxItems: 50 },
  client_id_not: { kind: 'links', target: 'clients', maxItems: 50 },
  deal_id_in: { kind: 'links', target: 'deals', maxItems: 50 },
  deal_id_not: { kind: 'links', target: 'deals', maxItems: 50 },
  assigned_to_in: { kind: 'texts', maxItems: 50 },
  assigned_to_not: { kind: 'texts', maxItems: 50 },
  from: { kind: 'date' },
  to: { kind: 'date' },
} as const;
