/* Written by `npm run panel:types` from the declarations of records and operations; not by hand. */

/** Field → its kind, its limits and its uses. */
export const dealFields = {
  id: { kind: 'id' },
  title: { kind: 'text', minLength: 1, maxLength: 255, isRequired: true, isCreatable: true, isUpdatable: true, isSortable: true },
  description: { kind: 'prose', maxLength: 50000, isNullable: true, isCreatable: true, isUpdatable: true },
  value: { kind: 'money', minimum: 0, maximum: 999999999999.99, isNullable: true, isCreatable: true, isUpdatable: true, isSortable: true, isConfidential: true },
  currency: { kind: 'text', maxLength: 255 },
  phase: { kind: 'text', minLength: 1, maxLength: 64, isCreatable: true, isUpdatable: true, isBulk: true, isSortable: true },
  priority: { kind: 'enum', values: ['alta', 'media', 'baixa'], isCreatable: true, isUpdatable: true, isBulk: true },
  status: { kind: 'enum', values: ['ativo', 'arquivado'], isCreatable: true, isUpdatable: true, isBulk: true },
  probability: { kind: 'number', minimum: 0, maximum: 100, isNullable: true, isCreatable: true, isUpdatable: true, isBulk: true },
  expected_close_date: { kind: 'date', isNullable: true, isCreatable: true, isUpdatable: true, isBulk: true, isSortable: true },
  source: { kind: 'text', maxLength: 255, isNullable: true, isCreatable: true, isUpdatable: true, isBulk: true },
  tags: { kind: 'texts', maxItems: 100, itemLength: 100, isCreatable: true, isUpdatable: true, isBulk: true },
  is_starred: { kind: 'boolean', isCreatable: true, isUpdatable: true, isBulk: true },
  client_id: { kind: 'link', target: 'clients', isNullable: true, isCreatable: true, isUpdatable: true, isBulk: true },
  client: { kind: 'object', isNullable: true },
  responsible_id: { kind: 'link', target: 'users', isNullable: true, isCreatable: true, isUpdatable: true, isBulk: true },
  loss_reason: { kind: 'text', maxLength: 255, isNullable: true, isUpdatable: true, isBulk: true },
  ai_summary: { kind: 'prose', maxLength: 50000, isNullable: true, isConfidential: true },
  ai_win_probability: { kind: 'number', minimum: 0, maximum: 100, isNullable: true },
  created_at: { kind: 'timestamp', isSortable: true },
  updated_at: { kind: 'timestamp', isSortable: true },
} as const;

/** Parameter of the list → its values. */
export const dealFilters = {
  status: { kind: 'enum', values: ['ativo', 'arquivado'] },
  phase: { kind: 'text', minLength: 1, maxLength: 64 },
  client_id: { kind: 'link', target: 'clients' },
  responsible_id: { kind: 'link', target: 'users' },
  source: { kind: 'text', maxLength: 255 },
  min_value: { kind: 'money', minimum: -1000000000000000, maximum: 1000000000000000 },
  max_value: { kind: 'money', minimum: -1000000000000000, maximum: 1000000000000000 },
  from: { kind: 'date' },
  to: { kind: 'date' },
  updated_since: { kind: 'timestamp', maxLength: 64 },
  tag: { kind: 'text', minLength: 1, maxLength: 100 },
  is_starred: { kind: 'boolean' },
  status_in: { kind: 'texts', maxItems: 50 },
  status_not: { kind: 'texts', maxItems: 50 },
  phase_in: { kind: 'texts', maxItems: 50 },
  phase_not: { kind: 'texts', maxItems: 50 },
  client_id_in: { kind: 'links', target: 'clients', maxItems: 50 },
  client_id_not: { kind: 'links', target: 'clients', maxItems: 50 },
  responsible_id_in: { kind: 'links', target: 'users', maxItems: 50 },
  responsible_id_not: { kind: 'links', target: 'users', maxItems: 50 },
  source_in: { kind: 'texts', maxItems: 50 },
  source_not: { kind: 'texts', maxItems: 50 },
  tag_in: { kind: 'texts', maxItems: 50 },
  tag_not: { kind: 'texts', maxItems: 50 },
} as const;

/** Fields that a card of the board has. */
export const dealCardFields = ['id', 'title', 'value', 'phase', 'priority', 'status', 'probability', 'expected_close_date', 'tags', 'is_starred', 'client_id', 'client', 'responsible_id', 'loss_reason'] as const;
