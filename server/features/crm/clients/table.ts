import Type from 'typebox';
import { iso } from '../../../db/statement.ts';
import { crud } from '../../../operations/crud.ts';
import { duplicate, invalid } from '../../../platform/errors.ts';
import {
  date,
  kind,
  line,
  oneOf,
  prose,
  required,
  textObject,
  texts,
  timestamp,
  uuid,
  withDefault,
} from '../../../records/fields.ts';
import { type Derived, retireStatement } from '../../../records/statements.ts';
import { resource, same, sorted } from '../../../records/table.ts';
import { creates, gets, lists, runs, updates, type Values } from '../../../records/verbs.ts';
import { bareTaxId, hasCnpjDigits, hasCpfDigits } from './tax-ids.ts';

/** Kept as sent; the punctuation does not count. */
const taxId = (shape: RegExp, says: string, example: string) =>
  kind(Type.String({ maxLength: 32, examples: [example] }), says, 'text', {
    clean: (value) => (typeof value === 'string' ? value.trim() : value),
    check: (value) => typeof value === 'string' && shape.test(value),
  });

const fields = {
  id: required(uuid),
  type: required(oneOf('client_type', ['PF', 'PJ'])),
  name: required(line(255, 1)),
  display_name: line(),
  email: line(),
  phone: line(),
  mobile_phone: line(),
  msgapp: line(),
  cpf: taxId(
    /^(\d[.\-/ ]?){10}\d$/,
    'a CPF: 11 digits, with or without punctuation',
    '529.982.247-25',
  ),
  rg: line(),
  birth_date: date,
  gender: line(),
  cnpj: taxId(
    /^([0-9A-Za-z][.\-/ ]?){12}\d[.\-/ ]?\d$/,
    'a CNPJ: 12 letters or digits and 2 digits, with or without punctuation',
    '12.ABC.345/01DE-35',
  ),
  legal_name: line(),
  trade_name: line(),
  state_registration: line(),
  address: textObject(
    ['street', 'number', 'complement', 'neighborhood', 'city', 'state', 'zip_code', 'country'],
    {
      street: 'Rua Augusta',
      number: '1500',
      city: 'São Paulo',
      state: 'SP',
    },
  ),
  source: line(),
  status: withDefault(oneOf('client_status', ['active', 'inactive']), 'active'),
  notes: prose,
  tags: texts(),
  created_at: required(timestamp),
  updated_at: required(timestamp),
};

const personal = ['cpf', 'rg', 'birth_date', 'gender'] as const;
const corporate = ['cnpj', 'legal_name', 'trade_name', 'state_registration'] as const;
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

const onlyFor = (type: 'PF' | 'PJ', names: readonly string[]) =>
  invalid(
    `${names.join(', ')}: only a client of type ${type} has ${names.length > 1 ? 'these' : 'this'}.`,
  );

export const clients = resource({
  name: 'clients',
  one: 'client',
  path: '/clients',
  emits: true,
  fields,
  accepts: { create: writable, update: [...writable, 'status'] },
  filters: same(fields, 'type', 'status'),
  search: { text: ['name', 'email'], ids: ['cpf', 'cnpj'] },
  sorts: {
    full_name: { by: ['fold(t.name) collate "C"'], nullable: false, isText: true },
    ...sorted(fields, 'email', 'created_at', 'updated_at'),
    is_active: { by: ['t.status'], nullable: false, isText: false },
  },
  constraints: {
    clients_cpf_key: () => duplicate('cpf is already registered for another client of the team.'),
    clients_cnpj_key: () => duplicate('cnpj is already registered for another client of the team.'),
    clients_pf_fields: () => onlyFor('PF', personal),
    clients_pj_fields: () => onlyFor('PJ', corporate),
  },
});

/** @throws ApiError VALIDATION_ERROR for fields of the other kind of client, as far as the body alone shows it */
function checkKind(values: Values): void {
  const given = (names: readonly string[]) =>
    names.filter((name) => (values[name] ?? null) !== null);
  if (values.type === 'PJ' && given(personal).length > 0) throw onlyFor('PF', given(personal));
  if (values.type === 'PF' && given(corporate).length > 0) throw onlyFor('PJ', given(corporate));
}

/** @throws ApiError VALIDATION_ERROR for wrong check digits, in a team that wants them verified */
function checkDigits(strict: boolean, { cpf, cnpj }: Values): void {
  if (!strict) return;
  const wrong = [
    ...(typeof cpf === 'string' && !hasCpfDigits(bareTaxId(cpf)) ? ['cpf'] : []),
    ...(typeof cnpj === 'string' && !hasCnpjDigits(bareTaxId(cnpj)) ? ['cnpj'] : []),
  ];
  if (wrong.length > 0) throw invalid(`${wrong.join(', ')}: the check digits are wrong.`);
}

/** A client whose type changes loses the fields of the other kind; DELETE keeps the moment, `active` clears it. */
function consequences(given: ReadonlySet<string>): Derived {
  const derived: Derived = {};
  if (given.has('status')) {
    derived.deactivated_at = `case when $status::client_status = 'inactive' then coalesce(old.deactivated_at, clock.now) end`;
  }
  if (given.has('type')) {
    for (const name of personal)
      derived[name] = `case when $type::client_type = 'PF' then ${value(name, given)} end`;
    for (const name of corporate)
      derived[name] = `case when $type::client_type = 'PJ' then ${value(name, given)} end`;
  }
  return derived;
}
const value = (name: keyof typeof fields, given: ReadonlySet<string>) =>
  given.has(name) ? `$${name}::${fields[name].sql}` : `old.${name}`;

const create = creates(clients);
const update = updates(clients, consequences);

export default crud(
  clients,
  { deleted: { id: '', status: 'inactive', deactivated_at: '' } },
  {
    list: lists(clients),
    get: gets(clients),
    create(context, values) {
      checkKind(values);
      checkDigits(context.team.strictTaxIds, values);
      return create(context, values);
    },
    update(context, id, values) {
      checkKind(values);
      checkDigits(context.team.strictTaxIds, values);
      return update(context, id, values);
    },
    delete: runs(
      retireStatement(
        clients,
        { status: `'inactive'`, deactivated_at: 'coalesce(old.deactivated_at, clock.now)' },
        { status: 't.status', deactivated_at: iso('t.deactivated_at') },
      ),
    ),
  },
);
