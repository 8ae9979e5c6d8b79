/* Written by `npm run panel:types` from the declarations of records and operations; not by hand. */

/** Field → its kind, its limits and its uses. */
export const billingLineFields = {
  id: { kind: 'id' },
  contract_id: { kind: 'link', target: 'contracts' },
  contract: { kind: 'object', isNullable: true },
  client_id: { kind: 'link', target: 'clients', isNullable: true },
  client: { kind: 'object', isNullable: true },
  title: { kind: 'text', minLength: 1, maxLength: 255 },
  starts_on: { kind: 'date' },
  ends_on: { kind: 'date', isSortable: true },
  status: { kind: 'enum', values: ['open', 'billed', 'waived'], isUpdatable: true },
  value: { kind: 'money', minimum: 0, maximum: 999999999999.99, isNullable: true, isConfidential: true },
  included_minutes: { kind: 'object', isNullable: true },
  carried_minutes: { kind: 'object' },
  used_minutes: { kind: 'object' },
  overage_minutes: { kind: 'object' },
  overage_rate: { kind: 'money', minimum: 0, maximum: 999999999999.99, isNullable: true, isConfidential: true },
  overage_value: { kind: 'money', minimum: 0, maximum: 999999999999.99, isNullable: true, isConfidential: true },
  total: { kind: 'money', minimum: 0, maximum: 999999999999.99, isNullable: true, isConfidential: true },
  reference: { kind: 'text', minLength: 1, maxLength: 255, isNullable: true, isUpdatable: true },
  billed_at: { kind: 'timestamp', isNullable: true },
  created_at: { kind: 'timestamp', isSortable: true },
  updated_at: { kind: 'timestamp', isSortable: true },
} as const;

/** Parameter of the list → its values. */
export const billingLineFilters = {
  contract_id: { kind: 'link', target: 'contracts' },
  client_id: { kind: 'link', target: 'clients' },
  status: { kind: 'enum', values: ['open', 'billed', 'waived'] },
  from: { kind: 'date' },
  until: { kind: 'date' },
  updated_since: { kind: 'timestamp', maxLength: 64 },
} as const;
