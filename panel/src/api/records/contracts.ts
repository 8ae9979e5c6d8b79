/* Written by `npm run panel:types` from the declarations of records and operations; not by hand. */

/** Field → its kind, its limits and its uses. */
export const contractFields = {
  id: { kind: 'id' },
  title: { kind: 'text', minLength: 1, maxLength: 255, isRequired: true, isCreatable: true, isUpdatable: true, isSortable: true },
  client_id: { kind: 'link', target: 'clients', isNullable: true, isCreatable: true, isUpdatable: true },
  client: { kind: 'object', isNullable: true },
  status: { kind: 'enum', values: ['draft', 'active', 'paused', 'ended'], isCreatable: true, isUpdatable: true },
  value: { kind: 'money', minimum: 0, maximum: 999999999999.99, isNullable: true, isCreatable: true, isUpdatable: true, isSortable: true, isConfidential: true },
  period: { kind: 'enum', values: ['one_off', 'monthly', 'quarterly', 'yearly'], isCreatable: true, isUpdatable: true },
  starts_on: { kind: 'date', isNullable: true, isCreatable: true, isUpdatable: true, isSortable: true },
  ends_on: { kind: 'date', isNullable: true, isCreatable: true, isUpdatable: true, isSortable: true },
  renews_on: { kind: 'date', isNullable: true, isCreatable: true, isUpdatable: true, isSortable: true },
  notice_days: { kind: 'number', minimum: 0, maximum: 3650, isNullable: true, isCreatable: true, isUpdatable: true },
  included_hours: { kind: 'number', minimum: 0, maximum: 100000, isNullable: true, isCreatable: true, isUpdatable: true },
  carry_over: { kind: 'number', minimum: 0, maximum: 24, isCreatable: true, isUpdatable: true },
  overage_rate: { kind: 'money', minimum: 0, maximum: 999999999999.99, isNullable: true, isCreatable: true, isUpdatable: true, isConfidential: true },
  project_ids: { kind: 'links', target: 'projects', maxItems: 100, isCreatable: true, isUpdatable: true },
  owner_id: { kind: 'link', target: 'users', isNullable: true, isCreatable: true, isUpdatable: true },
  deal_id: { kind: 'id', isNullable: true },
  created_at: { kind: 'timestamp', isSortable: true },
  updated_at: { kind: 'timestamp', isSortable: true },
} as const;

/** Parameter of the list → its values. */
export const contractFilters = {
  status: { kind: 'enum', values: ['draft', 'active', 'paused', 'ended'] },
  period: { kind: 'enum', values: ['one_off', 'monthly', 'quarterly', 'yearly'] },
  client_id: { kind: 'link', target: 'clients' },
  owner_id: { kind: 'link', target: 'users' },
  deal_id: { kind: 'id' },
  project_id: { kind: 'id' },
  renews_within: { kind: 'number', minimum: 0, maximum: 3650 },
  updated_since: { kind: 'timestamp', maxLength: 64 },
} as const;
