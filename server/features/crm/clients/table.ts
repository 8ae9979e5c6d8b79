import { duplicate, invalid } from '#server/platform/errors.ts';
import { Type } from '#server/platform/schema.ts';
import {
  date,
  kind,
  oneOf,
  prose,
  required,
  singleLine,
  textObject,
  texts,
  timestamp,
  uuid,
  withDefault,
} from '#server/records/fields.ts';
import { inputs } from '#server/records/input.ts';
import { equals, sorted, table, updatedSince } from '#server/records/table.ts';

/** Stored as sent; validation ignores punctuation. */
const taxId = (shape: RegExp, says: string, example: string) =>
  kind(Type.String({ maxLength: 32, examples: [example] }), says, 'text', {
    documented: { type: 'string', maxLength: 32, pattern: shape.source, examples: [example] },
    clean: (value) => (typeof value === 'string' ? value.trim() : value),
    check: (value) => typeof value === 'string' && shape.test(value),
  });

export const fields = {
  id: required(uuid),
  type: required(oneOf('client_type', ['PF', 'PJ'])),
  name: required(singleLine(255, 1)),
  display_name: singleLine(),
  email: singleLine(),
  phone: singleLine(),
  mobile_phone: singleLine(),
  msgapp: singleLine(),
  cpf: taxId(
    /^(\d[.\-/ ]?){10}\d$/,
    'a CPF: 11 digits, with or without punctuation',
    '529.982.247-25',
  ),
  rg: singleLine(),
  birth_date: date,
  gender: singleLine(),
  cnpj: taxId(
    /^([0-9A-Za-z][.\-/ ]?){12}\d[.\-/ ]?\d$/,
    'a CNPJ: 12 letters or digits and 2 digits, with or without punctuation',
    '12.ABC.345/01DE-35',
  ),
  legal_name: singleLine(),
  trade_name: singleLine(),
  state_registration: singleLine(),
  address: textObject(
    ['street', 'number', 'complement', 'neighborhood', 'city', 'state', 'zip_code', 'country'],
    {
      street: 'Rua Augusta',
      number: '1500',
      city: 'São Paulo',
      state: 'SP',
    },
  ),
  source: singleLine(),
  status: withDefault(oneOf('client_status', ['active', 'inactive']), 'active'),
  notes: prose,
  tags: texts(),
  created_at: required(timestamp),
  updated_at: required(timestamp),
};

/** Fields of persons (PF) only. */
export const personal = ['cpf', 'rg', 'birth_date', 'gender'] as const;
/** Fields of companies (PJ) only. */
export const corporate = ['cnpj', 'legal_name', 'trade_name', 'state_registration'] as const;
const writable = [
  'type',
  'name',
  'display_name',
  'email',
  'phone',
  'mobile_phone',
  'msgapp',
  ...personal,
  ...corporate,
  'address',
  'source',
  'notes',
  'tags',
] as const;

/** Error for fields that belong to the other client type. */
export const onlyFor = (type: 'PF' | 'PJ', names: readonly string[]) =>
  invalid(
    `${names.join(', ')}: only a client of type ${type} has ${names.length > 1 ? 'these' : 'this'}.`,
  );

export const clients = table({
  name: 'clients',
  one: 'client',
  path: '/clients',
  emits: true,
  fields,
  filters: { ...equals(fields, 'type', 'status'), ...updatedSince },
  search: { text: ['name', 'email'], ids: ['cpf', 'cnpj'] },
  sorts: {
    full_name: { by: ['fold(t.name) collate "C"'], nullable: false, isText: true },
    ...sorted(fields, 'email', 'created_at', 'updated_at'),
    is_active: { by: ['t.status'], nullable: false, isText: false },
  },
  constraints: {
    clients_cpf_key: () =>
      duplicate('cpf is already registered for another client of the team.', 'cpf'),
    clients_cnpj_key: () =>
      duplicate('cnpj is already registered for another client of the team.', 'cnpj'),
    clients_pf_fields: () => onlyFor('PF', personal),
    clients_pj_fields: () => onlyFor('PJ', corporate),
  },
});

export const clientInputs = inputs(clients, {
  create: writable,
  update: [...writable, 'status'],
  apart: { by: 'type', without: { PF: corporate, PJ: personal } },
});
