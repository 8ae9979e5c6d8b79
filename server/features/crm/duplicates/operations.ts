import { teamStatement } from '#server/db/statement.ts';
import { operation } from '#server/operations/operation.ts';
import { Type } from '#server/platform/schema.ts';
import { isUuid } from '#server/platform/uuid.ts';
import {
  about,
  type Field,
  kind,
  oneOf,
  required,
  singleLine,
  uuid,
} from '#server/records/fields.ts';
import { table } from '#server/records/table.ts';

/*
 * Finds records with the same CPF, CNPJ or phone number in any notation, or with the same e-mail address or name: to name the duplicate that
 * blocks a new record, and to suggest the client of a contact.
 */

const valueField = singleLine(64, 1);
const filter = (about: string, field: Field = valueField) => ({ field, sql: 'true', about });

/** Query parameters. Uses only the filters of a list query. */
const queryParameters = table({
  name: 'clients',
  one: 'twin',
  path: '/twins',
  fields: { id: required(uuid) },
  filters: {
    cpf: filter('Clients with this CPF.'),
    cnpj: filter('Clients with this CNPJ.'),
    phone: filter('Clients and contacts with this number, in any notation.'),
    email: filter('Clients with this e-mail address.', singleLine(255, 1)),
    name: filter(
      'Clients and contacts with this name. Ignores case and accents.',
      singleLine(255, 1),
    ),
  },
  sorts: { created_at: { by: ['t.created_at'], nullable: false, isText: false } },
});

const maxTwins = 20;

const find = teamStatement(`
  select 'cpf' as field, 'clients' as kind, c.id, c.name from clients c
    where $cpf::text is not null and c.team_id = $team and bare_id(c.cpf) = bare_id($cpf)
  union all
  select 'cnpj', 'clients', c.id, c.name from clients c
    where $cnpj::text is not null and c.team_id = $team and bare_id(c.cnpj) = bare_id($cnpj)
  union all (
  select distinct on (c.id) 'phone', 'clients', c.id, c.name from clients c
    where $phone::text is not null and c.team_id = $team and (
      c.phone is not null and phone_key(c.phone) = phone_key($phone)
      or c.mobile_phone is not null and phone_key(c.mobile_phone) = phone_key($phone)
      or c.msgapp is not null and phone_key(c.msgapp) = phone_key($phone))
    limit ${maxTwins})
  union all (
  select 'phone', 'contacts', k.id, coalesce(k.custom_name, k.push_name, k.phone) from contacts k
    where $phone::text is not null and k.team_id = $team and k.phone = any (
      select u.spelling from phone_spellings($phone) u (spelling))
    limit ${maxTwins})
  union all (
  select 'email', 'clients', c.id, c.name from clients c
    where $email::text is not null and c.team_id = $team and fold(c.email) collate "C" = fold($email) collate "C"
    limit ${maxTwins})
  union all (
  select 'name', 'clients', c.id, c.name from clients c
    where $name::text is not null and c.team_id = $team and fold(c.name) collate "C" = fold($name) collate "C"
    limit ${maxTwins})
  union all (
  select 'name', 'contacts', k.id, coalesce(k.custom_name, k.push_name) from contacts k
    where $name::text is not null and k.team_id = $team and (
      fold(k.custom_name) collate "C" = fold($name) collate "C" or fold(k.push_name) collate "C" = fold($name) collate "C")
    limit ${maxTwins})`);

const listDuplicates = operation({
  name: 'clients.list_twins',
  id: 'listTwins',
  summary: 'Find records with the same CPF, CNPJ, phone number, e-mail address or name',
  note: `Ignores punctuation and phone number notation, and case and accents of addresses and names. At most ${maxTwins} of each kind and field.`,
  allow: { key: 'read', user: 'member' },
  panel: { method: 'GET', path: queryParameters.path, status: 200 },
  emits: [],
  input: { query: queryParameters },
  output: {
    kind: 'fields',
    name: 'Twin',
    isList: true,
    fields: {
      field: about(
        'The matching field.',
        required(oneOf('text', ['cpf', 'cnpj', 'phone', 'email', 'name'])),
      ),
      kind: about(
        'The type of the matching record.',
        required(oneOf('text', ['clients', 'contacts'])),
      ),
      id: required(uuid),
      name: required(singleLine()),
    },
  },
  one: 'client',
  run: ({ db }, { query: { filters } }) => db.run(find, filters),
});

// Client suggestions for contacts ----------------------------------------------------------------

const maxSuggestions = 500;

const suggested = table({
  name: 'contacts',
  one: 'suggestion',
  path: '/msgapp/contact-suggestions',
  fields: { id: required(uuid) },
  filters: {
    contact_id: filter('Only the suggestion for this contact.', uuid),
  },
  sorts: { created_at: { by: ['t.created_at'], nullable: false, isText: false } },
});

/** A number shared by several clients suggests none of them. */
const suggest = teamStatement(`
  with k as materialized (
    select k.id, phone_key(k.phone) as key from contacts k
    where k.team_id = $team and k.client_id is null and ($contact_id::uuid is null or k.id = $contact_id)
    order by k.created_at desc, k.id desc limit ${maxSuggestions}),
  found as (
    select k.id, c.id as client_id, c.name from k join clients c on c.team_id = $team and c.phone is not null and phone_key(c.phone) = k.key
    union
    select k.id, c.id, c.name from k join clients c on c.team_id = $team and c.mobile_phone is not null and phone_key(c.mobile_phone) = k.key
    union
    select k.id, c.id, c.name from k join clients c on c.team_id = $team and c.msgapp is not null and phone_key(c.msgapp) = k.key)
  select id as contact_id, min(client_id::text)::uuid as client_id, min(name) as client_name
  from found group by id having count(*) = 1`);

export const listSuggestions = operation({
  name: 'contacts.list_suggestions',
  id: 'listContactSuggestions',
  summary: 'Suggest clients for contacts by phone number',
  note: `For the ${maxSuggestions} latest contacts without a client, or for one contact. A number shared by several clients yields no suggestion.`,
  allow: { user: 'member' },
  panel: { method: 'GET', path: suggested.path, status: 200 },
  emits: [],
  input: { query: suggested },
  output: {
    kind: 'fields',
    name: 'ContactSuggestion',
    isList: true,
    fields: {
      contact_id: required(uuid),
      client_id: required(uuid),
      client_name: about('The client’s name.', required(singleLine())),
    },
  },
  one: 'contact',
  run: ({ db }, { query: { filters } }) => db.run(suggest, filters),
});

// Client names -------------------------------------------------------------------------------------

const maxNames = 100;

const idList = kind(
  Type.String({ maxLength: maxNames * 37, examples: ['019301c2-5a4e-7c1f-9b8a-3d2f1e0c9b8a'] }),
  `at most ${maxNames} UUIDs, separated by commas`,
  'text',
  { check: (value) => String(value).split(',').every(isUuid) },
);

const named = table({
  name: 'clients',
  one: 'name',
  path: '/client-names',
  fields: { id: required(uuid) },
  filters: { ids: filter('The clients with these ids.', idList) },
  sorts: { created_at: { by: ['t.created_at'], nullable: false, isText: false } },
});

const names = teamStatement(`
  select id, coalesce(display_name, name) as name from clients
  where team_id = $team and id = any(string_to_array($ids, ',')::uuid[])`);

const listNames = operation({
  name: 'clients.list_names',
  id: 'listClientNames',
  summary: 'Get the names of clients',
  note: `Accepts up to ${maxNames} ids, so that a list of contacts can name all its clients with one request.`,
  allow: { user: 'member' },
  panel: { method: 'GET', path: named.path, status: 200 },
  emits: [],
  input: { query: named },
  output: {
    kind: 'fields',
    name: 'ClientName',
    isList: true,
    fields: { id: required(uuid), name: required(singleLine()) },
  },
  one: 'client',
  run: ({ db }, { query: { filters } }) => db.run(names, filters),
});

export const duplicateOperations = [listDuplicates, listSuggestions, listNames] as const;
