/* Written by `npm run panel:types` from the declarations of records and operations; not by hand. */

/** Field → its kind, its limits and its uses. */
export const clientFields = {
  id: { kind: 'id' },
  type: { kind: 'enum', values: ['PF', 'PJ'], isRequired: true, isCreatable: true, isUpdatable: true },
  name: { kind: 'text', minLength: 1, maxLength: 255, isRequired: true, isCreatable: true, isUpdatable: true },
  display_name: { kind: 'text', maxLength: 255, isNullable: true, isCreatable: true, isUpdatable: true },
  email: { kind: 'text', maxLength: 255, isNullable: true, isCreatable: true, isUpdatable: true, isSortable: true },
  phone: { kind: 'text', maxLength: 255, isNullable: true, isCreatable: true, isUpdatable: true },
  mobile_phone: { kind: 'text', maxLength: 255, isNullable: true, isCreatable: true, isUpdatable: true },
  msgapp: { kind: 'text', maxLength: 255, isNullable: true, isCreatable: true, isUpdatable: true },
  cpf: { kind: 'text', maxLength: 32, isNullable: true, isCreatable: true, isUpdatable: true },
  rg: { kind: 'text', maxLength: 255, isNullable: true, isCreatable: true, isUpdatable: true },
  birth_date: { kind: 'date', isNullable: true, isCreatable: true, isUpdatable: true },
  gender: { kind: 'text', maxLength: 255, isNullable: true, isCreatable: true, isUpdatable: true },
  cnpj: { kind: 'text', maxLength: 32, isNullable: true, isCreatable: true, isUpdatable: true },
  legal_name: { kind: 'text', maxLength: 255, isNullable: true, isCreatable: true, isUpdatable: true },
  trade_name: { kind: 'text', maxLength: 255, isNullable: true, isCreatable: true, isUpdatable: true },
  state_registration: { kind: 'text', maxLength: 255, isNullable: true, isCreatable: true, isUpdatable: true },
  address: { kind: 'object', isNullable: true, isCreatable: true, isUpdatable: true },
  source: { kind: 'text', maxLength: 255, isNullable: true, isCreatable: true, isUpdatable: true, isBulk: true },
  status: { kind: 'enum', values: ['active', 'inactive'], isUpdatable: true, isBulk: true },
  notes: { kind: 'prose', maxLength: 50000, isNullable: true, isCreatable: true, isUpdatable: true },
  tags: { kind: 'texts', maxItems: 100, itemLength: 100, isCreatable: true, isUpdatable: true, isBulk: true },
  created_at: { kind: 'timestamp', isSortable: true },
  updated_at: { kind: 'timestamp', isSortable: true },
} as const;

/** Parameter of the list → its values. */
export const clientFilters = {
  type: { kind: 'enum', values: ['PF', 'PJ'] },
  status: { kind: 'enum', values: ['active', 'inactive'] },
  updated_since: { kind: 'timestamp', maxLength: 64 },
} as const;
