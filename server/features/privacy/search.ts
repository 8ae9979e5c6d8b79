import { v7 as uuidv7 } from 'uuid';
import type { Row, TeamDb } from '#server/db/database.ts';
import { teamStatement, unprepared } from '#server/db/statement.ts';
import { spellings } from '#server/features/gateways/phones.ts';
import { columnsToDecide, type TextColumn } from './columns.ts';
import {
  certainKinds,
  expressionOf,
  type IdentifierKind,
  type Identifiers,
  identifiersFrom,
  kindsIn,
  patternOf,
} from './identifiers.ts';

/*
 * Finds the records that are a person, and the places in free text that mention them. All statements are over sets; the texts of a team are
 * read table by table.
 */

/** A request as the search needs it. */
export interface RequestedPerson {
  readonly id: string;
  readonly name: string | null;
  readonly phones: readonly string[];
  readonly emails: readonly string[];
  readonly tax_ids: readonly string[];
}

/** SQL: the digits of a column. */
const digits = (column: string) => `regexp_replace(coalesce(${column}, ''), '[^0-9]', '', 'g')`;

/** SQL: true if a column is one of the spellings, with or without country code. */
const isPhone = (column: string) => `${digits(column)} = any($phones::text[])`;

const matching = teamStatement(
  `
  with hit as (
    select 'contacts' as record_type, k.id as record_id, array_remove(array[
        case when ${isPhone('k.phone')} then 'phone' end,
        case when k.phone in (select l.phone from known_lids l where l.team_id = $team and l.lid = any($lids::text[])) then 'lid' end,
        case when $name::text is not null and ($name = lower(k.custom_name) or $name = lower(k.push_name)) then 'name' end], null) as matched
    from contacts k where k.team_id = $team
    union all
    select 'clients', c.id, array_remove(array[
        case when ${isPhone('c.phone')} or ${isPhone('c.mobile_phone')} or ${isPhone('c.msgapp')} then 'phone' end,
        case when lower(c.email) = any($emails::text[]) then 'email' end,
        case when ${digits('c.cpf')} = any($tax_ids::text[]) then 'tax_id' end,
        case when $name::text is not null and ($name = lower(c.name) or $name = lower(c.display_name)) then 'name' end], null)
    from clients c where c.team_id = $team
    union all
    select 'users', u.id, array_remove(array[
        case when lower(u.email) = any($emails::text[]) then 'email' end,
        case when $name::text is not null and $name = lower(u.name) then 'name' end], null)
    from users u where u.team_id = $team)
  select record_type, record_id, matched from hit where matched <> '{}'`,
  unprepared,
);

/** Records linked to chosen ones. A client that is a company is not the person, and neither are its contacts. */
const linked = teamStatement(
  `
  select 'clients' as record_type, c.id as record_id, k.id as via, c.type = 'PF' as is_person
  from contacts k join clients c on c.team_id = $team and c.id = k.client_id
  where k.team_id = $team and k.id = any($contacts::uuid[])
  union all
  select 'contacts', k.id, c.id,
    c.type = 'PF' and (select count(*) from contacts o where o.team_id = $team and o.client_id = c.id) = 1
  from clients c join contacts k on k.team_id = $team and k.client_id = c.id
  where c.team_id = $team and c.id = any($clients::uuid[])`,
  unprepared,
);

const store = teamStatement(
  `
  with s as (
    select * from json_to_recordset($rows::json) s (type text, id uuid, matched json, chosen boolean)),
  gone as (
    delete from privacy_subjects p where p.team_id = $team and p.request_id = $id
      and not exists (select from s where s.type = p.record_type and s.id = p.record_id))
  insert into privacy_subjects as p (team_id, request_id, record_type, record_id, matched, is_chosen)
  select $team, $id, s.type, s.id, array(select json_array_elements_text(s.matched)), s.chosen from s
  on conflict on constraint privacy_subjects_pkey do update
    set matched = excluded.matched, is_chosen = case when p.is_decided then p.is_chosen else excluded.is_chosen end`,
  unprepared,
);

const chosenSubjects = teamStatement(`
  select record_type, record_id, is_chosen, is_decided from privacy_subjects where team_id = $team and request_id = $id`);

/** Identifiers of records. */
const ofRecords = teamStatement(
  `
  select k.phone, null::text as phone2, null::text as phone3, null::text as email, null::text as cpf,
    k.custom_name as name, k.push_name as name2, null::text as lid
  from contacts k where k.team_id = $team and k.id = any($contacts::uuid[])
  union all
  select c.phone, c.mobile_phone, c.msgapp, c.email, c.cpf, c.name, c.display_name, null
  from clients c where c.team_id = $team and c.id = any($clients::uuid[])
  union all
  select null, null, null, u.email, null, u.name, null, null from users u where u.team_id = $team and u.id = any($users::uuid[])
  union all
  select null, null, null, null, null, null, null, l.lid
  from contacts k join known_lids l on l.team_id = $team and l.phone = k.phone
  where k.team_id = $team and k.id = any($contacts::uuid[])
  union all
  select null, null, null, null, null, null, v.push_name, v.lid
  from conversations v where v.team_id = $team and v.contact_id = any($contacts::uuid[])`,
  unprepared,
);

/** Ids of the records that are the person. */
export interface PersonRecords {
  readonly contacts: readonly string[];
  readonly clients: readonly string[];
  readonly users: readonly string[];
}

/** All identifiers of a person: those of the request, and those of the records. */
export async function identifiersOf(
  db: TeamDb,
  person: Omit<RequestedPerson, 'id'>,
  records: PersonRecords,
): Promise<Identifiers> {
  const rows = await db.run(ofRecords, { ...records });
  const column = (...names: string[]) =>
    rows.flatMap((row) => names.map((name) => row[name] as string | null));
  return identifiersFrom({
    phone: [...person.phones, ...column('phone', 'phone2', 'phone3')],
    email: [...person.emails, ...column('email')],
    tax_id: [...person.tax_ids, ...column('cpf')],
    lid: column('lid'),
    name: [person.name, ...column('name', 'name2')],
  });
}

/** Numbers as records may have them: every spelling, with and without country code. */
export const phoneSpellings = (phones: readonly string[]): string[] =>
  phones.flatMap((phone) =>
    spellings(phone).flatMap((one) =>
      one.startsWith('55') ? [one, one.slice(2), `0${one.slice(2)}`] : [one],
    ),
  );

interface Subject {
  readonly type: string;
  readonly id: string;
  readonly matched: Set<string>;
  chosen: boolean;
}

const recordsOf = (subjects: readonly Subject[]): PersonRecords => {
  const of = (type: string) =>
    subjects.filter((each) => each.chosen && each.type === type).map(({ id }) => id);
  return { contacts: of('contacts'), clients: of('clients'), users: of('users') };
};

/** Chosen records of a request. */
export async function chosenRecords(db: TeamDb, id: string): Promise<PersonRecords> {
  const rows = await db.run(chosenSubjects, { id });
  const of = (type: string) =>
    rows
      .filter((row) => row.is_chosen === true && row.record_type === type)
      .map(({ record_id }) => String(record_id));
  return { contacts: of('contacts'), clients: of('clients'), users: of('users') };
}

/** Rounds of following identifiers and links. */
const maxRounds = 4;

/** Decisions of users: the id of a record → true if it is the person. */
type Decided = ReadonlyMap<string, boolean>;

/** Finds the records of a person, and the identifiers of these. */
export async function matchPerson(
  db: TeamDb,
  person: Omit<RequestedPerson, 'id'>,
  decided: Decided = new Map(),
): Promise<{ readonly subjects: readonly Subject[]; readonly identifiers: Identifiers }> {
  const subjects = new Map<string, Subject>();
  const add = (row: Row, matched: readonly string[], isPerson: boolean) => {
    const id = String(row.record_id);
    const subject = subjects.get(id) ?? {
      ...{ type: String(row.record_type), id, matched: new Set<string>(), chosen: false },
    };
    for (const each of matched) subject.matched.add(each);
    subject.chosen = decided.get(id) ?? (subject.chosen || isPerson);
    subjects.set(id, subject);
  };
  let identifiers = await identifiersOf(db, person, { contacts: [], clients: [], users: [] });
  for (let round = 0, before = ''; round < maxRounds; round += 1) {
    const rows = await db.run(matching, {
      phones: phoneSpellings(identifiers.phone),
      emails: identifiers.email,
      tax_ids: identifiers.tax_id,
      lids: identifiers.lid,
      name: person.name?.trim().toLowerCase() || null,
    });
    for (const row of rows) {
      const matched = row.matched as string[];
      // A member is not the person of a request until a user says so.
      const isPerson = row.record_type !== 'users' && matched.some((kind) => kind !== 'name');
      add(row, matched, isPerson);
    }
    for (const row of await db.run(linked, { ...recordsOf([...subjects.values()]) }))
      add(row, ['link'], row.is_person === true);
    identifiers = await identifiersOf(db, person, recordsOf([...subjects.values()]));
    const now = JSON.stringify([identifiers, [...subjects.keys()].toSorted()]);
    if (now === before) break;
    before = now;
  }
  return { subjects: [...subjects.values()], identifiers };
}

/** Finds the records of a person, stores them, and returns the person's identifiers. Decisions of users stay. */
export async function findRecords(db: TeamDb, person: RequestedPerson): Promise<Identifiers> {
  const decided = new Map(
    (await db.run(chosenSubjects, { id: person.id }))
      .filter((row) => row.is_decided === true)
      .map((row) => [String(row.record_id), row.is_chosen === true]),
  );
  const { subjects, identifiers } = await matchPerson(db, person, decided);
  const rows = subjects.map(({ matched, ...subject }) => ({ ...subject, matched: [...matched] }));
  await db.run(store, { id: person.id, rows: JSON.stringify(rows) });
  return identifiers;
}

// Free text ---------------------------------------------------------------------------------------------------------

/** Columns of the primary key of each table, without the team. */
export const primaryKeys = teamStatement(
  `
  select c.relname as "table", array_agg(a.attname::text order by k.n) as key
  from pg_index i join pg_class c on c.oid = i.indrelid
    cross join lateral unnest(i.indkey::int2[]) with ordinality k (attnum, n)
    join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
  where i.indisprimary and c.relnamespace = (select relnamespace from pg_class where oid = 'teams'::regclass)
    and a.attname <> 'team_id' and $team::uuid is not null
  group by 1`,
  unprepared,
);

export type KeysOfTables = ReadonlyMap<string, readonly string[]>;

export const keysOfTables = async (db: TeamDb): Promise<KeysOfTables> =>
  new Map(
    (await db.run(primaryKeys)).map((row) => [String(row.table), row.key as readonly string[]]),
  );

/** SQL: the primary key of a row `t` as JSON text. */
export const rowKey = (key: readonly string[]) =>
  `json_build_object(${key.map((name) => `'${name}', t."${name}"`).join(', ')})::text`;

/** Column with the id of the record that a row is, or belongs to. */
const recordColumn = (key: readonly string[]) => (key.includes('id') ? 't.id' : 'null::uuid');

/** Rows read at a time. */
const hitsPerRead = 500;

/** Rows of one column that match a pattern, outside what an erasure deletes. */
const textHits = ({ table, column }: TextColumn, key: readonly string[], without: string) =>
  teamStatement(
    `
  select ${rowKey(key)} as row_key, ${recordColumn(key)} as record_id, t."${column}"::text as text
  from "${table}" t where t.team_id = $team and t."${column}"::text ~* $pattern and ${without}
  limit ${hitsPerRead * 20}`,
    unprepared,
  );

/** SQL: rows that the erasure keeps. */
const rowsThatStay: Readonly<Record<string, string>> = {
  messages: 't.conversation_id <> all ($conversations::uuid[])',
  conversation_notes: 't.conversation_id <> all ($conversations::uuid[])',
  scheduled_messages: 't.conversation_id <> all ($conversations::uuid[])',
  message_versions: `not exists (select from messages m where m.team_id = $team and m.id = t.message_id
    and m.conversation_id = any ($conversations::uuid[]))`,
  comments:
    't.contact_id <> all ($contacts::uuid[]) is not false and t.client_id <> all ($clients::uuid[]) is not false',
  users: 't.id <> all ($users::uuid[])',
  files: 't.deleted_at is null',
};

/** Conversations of contacts, without the groups of others. */
export const conversationsOf = teamStatement(
  `
  select v.id from conversations v where v.team_id = $team and v.group_id is null
    and (v.contact_id = any($contacts::uuid[]) or v.contact_id is null and v.lid = any($lids::text[]))`,
  unprepared,
);

/** Characters around an identifier in an excerpt. */
const excerptMargin = 60;

function excerptOf(text: string, identifiers: Identifiers): string {
  const pattern = patternOf(identifiers, [...certainKinds, 'name']);
  const at = pattern === null ? 0 : Math.max(text.search(expressionOf(pattern, 'iu')), 0);
  const start = Math.max(at - excerptMargin, 0);
  return text.slice(start, at + excerptMargin * 2).toWellFormed();
}

const insertHits = teamStatement(
  `
  insert into privacy_hits (team_id, request_id, id, place, field, row_key, record_id, matched, excerpt)
  select $team, $id, h.id, $place, $field, h.row_key, h.record_id, array(select json_array_elements_text(h.matched)), h.excerpt
  from json_to_recordset($rows::json) h (id uuid, row_key text, record_id uuid, matched json, excerpt text)
  on conflict on constraint privacy_hits_row_key do update set matched = excluded.matched, excerpt = excluded.excerpt`,
  unprepared,
);

const removeOldHits = teamStatement(
  `
  delete from privacy_hits h where h.team_id = $team and h.request_id = $id and h.place = $place and h.field = $field
    and h.row_key <> all ($keys::text[])`,
  unprepared,
);

/** Finds the places in one column that mention a person, and stores them. Decisions on places that are still there stay. */
export async function findHits(
  db: TeamDb,
  id: string,
  at: TextColumn,
  identifiers: Identifiers,
  keys: KeysOfTables,
  records: PersonRecords & { readonly conversations: readonly string[] },
): Promise<void> {
  const pattern = patternOf(identifiers, [...certainKinds, 'name']);
  const key = keys.get(at.table);
  if (key === undefined) return;
  const rows =
    pattern === null
      ? []
      : await db.run(textHits(at, key, rowsThatStay[at.table] ?? 'true'), { pattern, ...records });
  const place = { place: at.table, field: at.column };
  for (let from = 0; from < rows.length; from += hitsPerRead) {
    const batch = rows.slice(from, from + hitsPerRead).map((row) => ({
      id: uuidv7(),
      row_key: row.row_key,
      record_id: row.record_id,
      matched: kindsIn(String(row.text), identifiers),
      excerpt: excerptOf(String(row.text), identifiers),
    }));
    await db.run(insertHits, { id, ...place, rows: JSON.stringify(batch) });
  }
  const current = rows.map(({ row_key }) => row_key);
  await db.run(removeOldHits, { id, ...place, keys: current });
}

/** Columns that a search reads, one step each. */
export const searchedColumns = columnsToDecide;

/** Kinds of identifiers by which a text is searched. */
export type SearchedKind = IdentifierKind;
