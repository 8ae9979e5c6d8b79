import { duplicate, invalid } from '#server/platform/errors.ts';
import { Type } from '#server/platform/schema.ts';
import {
  about,
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
const taxId = (format: 'cpf' | 'cnpj', shape: RegExp, says: string, example: string) =>
  kind(Type.String({ maxLength: 32, examples: [example] }), says, 'text', {
    format,
    documented: { type: 'string', maxLength: 32, pattern: shape.source, examples: [example] },
    clean: (value) => (typeof value === 'string' ? value.trim() : value),
    check: (value) => typeof value === 'string' && shape.test(value),
  });

export const fields = {
  id: required(uuid),
  type: about(
    'PF: a person. PJ: a company. Changing it clears the fields of the other type.',
    required(oneOf('client_type', ['PF', 'PJ'])),
  ),
  name: about('Full name, or the company’s legal name.', required(singleLine(255, 1))),
  display_name: about('The name used by the team.', singleLine()),
  email: about('An e-mail address.', singleLine()),
  phone: about('A phone number (free format).', singleLine()),
  mobile_phone: about('A mobile number (free format).', singleLine()),
  msgapp: about('The number on the messaging network.', singleLine()),
  cpf: about(
    'PF only. Unique in the team regardless of punctuation; stored as sent.',
    taxId(
      'cpf',
      /^(\d[.\-/ ]?){10}\d$/,
      'a CPF: 11 digits, with or without punctuation',
      '529.982.247-25',
    ),
  ),
  rg: about('PF only.', singleLine()),
  birth_date: about('PF only.', date),
  gender: about('PF only (free text).', singleLine()),
  cnpj: about(
    'PJ only. Unique in the team regardless of punctuation and case; stored as sent.',
    taxId(
      'cnpj',
      /^([0-9A-Za-z][.\-/ ]?){12}\d[.\-/ ]?\d$/,
      'a CNPJ: 12 letters or digits and 2 digits, with or without punctuation',
      '12.ABC.345/01DE-35',
    ),
  ),
  legal_name: about('PJ only.', singleLine()),
  trade_name: about('PJ only.', singleLine()),
  state_registration: about('PJ only.', singleLine()),
  address: about(
    'The postal address.',
    textObject(
      {
        street: 'The street.',
        number: 'The house number.',
        complement: 'Floor, flat or block.',
        neighborhood: 'The neighbourhood.',
        city: 'The city.',
        state: 'The state.',
        zip_code: 'The postal code.',
        country: 'The country.',
      },
      {
        street: 'Rua Augusta',
        number: '1500',
        city: 'São Paulo',
        state: 'SP',
      },
    ),
  ),
  source: about('The origin of the record (free text).', singleLine()),
  status: about(
    'DELETE sets inactive; an update to active restores the client.',
    withDefault(oneOf('client_status', ['active', 'inactive']), 'active'),
  ),
  notes: about('The team’s notes on the client.', prose),
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
    names,
    'conflicting',
    { reason: 'other_client_type' },
  );

export const clients = table({
  name: 'clients',
  one: 'client',
  about: 'Customers of the agency: people (PF) and companies (PJ).',
  effectOfDelete:
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
  exampleChange: { mobile_phone: '+55 11 98888-7777', status: 'active' },
  path: '/clients',
  emits: true,
  fields,
  bulk: ['status', 'source', 'tags'],
  brief: ['id', 'type', 'name', 'display_name', 'email', 'phone', 'status', 'tags'],
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
