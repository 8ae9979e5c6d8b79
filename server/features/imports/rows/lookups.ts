import { type TeamStatement, teamStatement, unprepared } from '#server/db/statement.ts';
import { document } from '#server/records/statements.ts';
import type { Table } from '#server/records/table.ts';
import type { ImportedResource } from '../reading/mapping.ts';
import { importedTables } from './imported-tables.ts';

/*
 * Statements that look up the records of many rows at once. Each returns rows with the `key` as it was passed and the `id` of a record that has it.
 *
 * The team may have gained a million records since the database analysed the table. It expects few then, and would read all of them for every
 * batch rather than look up 500 keys: {@link byKey} leaves it no choice.
 */

/**
 * SQL of a FROM clause with the records `t` of each key `k.key`, looked up one by one.
 * @param condition over `r` and `k.key`
 */
const byKey = (table: string, condition: string, type: 'text' | 'uuid' = 'text') => `
  unnest($keys::${type}[]) k (key) cross join lateral (
    select r.* from ${table} r where r.team_id = $team and ${condition} offset 0) t`;

/** By the ids of other products. */
export const byExternalId = teamStatement(
  `
  select k.key, t.record_id as id
  from ${byKey('external_ids', 'r.resource = $resource and r.source = $source and r.external_id = k.key')}`,
  unprepared,
);

const forEach = (make: (table: Table) => TeamStatement) =>
  Object.fromEntries(
    Object.entries(importedTables).map(([name, { table }]) => [name, make(table)]),
  ) as Record<ImportedResource, TeamStatement>;

/** By their ids. */
export const byId = forEach((table) =>
  teamStatement(
    `select k.key::text, t.id from ${byKey(table.name, 'r.id = k.key', 'uuid')}`,
    unprepared,
  ),
);

const clientsByTaxId = (name: 'cpf' | 'cnpj') =>
  teamStatement(
    `select k.key, t.id from ${byKey('clients', `bare_id(r.${name}) = k.key`)}`,
    unprepared,
  );

/** Clients by their CPF or CNPJ without punctuation. */
export const byTaxId = { cpf: clientsByTaxId('cpf'), cnpj: clientsByTaxId('cnpj') };

/** Contacts by their phones as they are stored, also by that of a contact that was merged into another one. */
export const contactsByPhone = teamStatement(
  `
  select k.key, t.id from ${byKey('contacts', 'r.phone = k.key')}
  union
  select k.key, t.leads_to from ${byKey('contact_merges', 'r.phone = k.key and r.undone_at is null')}`,
  unprepared,
);

/** The contacts into which others were merged. */
export const survivorsOf = teamStatement(`
  select m.merged_id as id, m.leads_to as survivor from contact_merges m
  where m.team_id = $team and m.merged_id = any($ids::uuid[]) and m.undone_at is null`);

/** SQL: up to three records for each key: more than one is ambiguous. @param condition over the record `t` and the key `k.key` */
const forEachKey = (table: string, condition: string) => `
  select k.key, t.id from unnest($keys::text[]) k (key)
    cross join lateral (select t.id from ${table} t where t.team_id = $team and ${condition} limit 3) t`;

/** Clients by any of their phones, in any notation. */
export const clientsByPhone = teamStatement(
  ['phone', 'mobile_phone', 'msgapp']
    .map((name) =>
      forEachKey('clients', `t.${name} is not null and phone_key(t.${name}) = phone_key(k.key)`),
    )
    .join(' union '),
);

const sameText = (column: string) => `fold(t."${column}") collate "C" = fold(k.key) collate "C"`;

export const clientsByEmail = teamStatement(forEachKey('clients', sameText('email')));

/** Records by their names, ignoring case and accents. */
export const namedRecords: Partial<Record<ImportedResource, TeamStatement>> = {
  clients: teamStatement(forEachKey('clients', sameText('name'))),
  projects: teamStatement(
    forEachKey('projects', `${sameText('name')} and t.status <> 'cancelled'`),
  ),
  deals: teamStatement(forEachKey('deals', `${sameText('title')} and t.status = 'ativo'`)),
};

/** Columns that an update compares, but no field has. */
const further: Partial<Record<ImportedResource, string>> = {
  tasks: 't.deleted_at is not null',
  clients: `t.status = 'inactive'`,
  deals: `t.status = 'arquivado'`,
};

/** Records as they are, locked until the end of the transaction. From a subquery, the planner expects ten ids, and looks up each. */
export const lockedRecords = forEach((table) =>
  teamStatement(
    `
  select t.id, ${document(table, '(select t.*)')} as data, ${further[table.name as ImportedResource] ?? 'false'} as is_inactive
  from (select * from ${table.name} r where r.team_id = $team and r.id = any(array(select unnest($keys::uuid[]))) order by r.id for no key update) t`,
    unprepared,
  ),
);

/** Records as they are. */
export const readRecords = forEach((table) =>
  teamStatement(
    `
  select t.id, ${document(table, '(select t.*)')} as data, ${further[table.name as ImportedResource] ?? 'false'} as is_inactive
  from ${byKey(table.name, 'r.id = k.key', 'uuid')}`,
    unprepared,
  ),
);

/** Members of the team who are not suspended, with their names and e-mail addresses. */
export const membersOfTeam = teamStatement(`
  select u.id, u.name, u.email from users u where u.team_id = $team and u.suspended_at is null`);

/** Squads of the team. */
export const squadsOfTeam = teamStatement(
  'select s.id, s.name from squads s where s.team_id = $team',
);

/** Settings of the team on which values depend. */
export const teamSettings = teamStatement(
  'select t.deal_phases, t.won_phases, t.lost_phases from teams t where t.id = $team',
);

/** Boards of projects, with their columns. */
export const boardsOf = teamStatement(`
  select p.project_id, p.id, coalesce((
      select json_agg(json_build_object('slug', c.slug, 'name', c.name, 'is_finishing', c.is_finishing, 'position', c.position) order by c.position, c.id)
      from columns c where c.team_id = $team and c.pipeline_id = p.id), '[]') as columns
  from pipelines p where p.team_id = $team and p.project_id = any($ids::uuid[]) and p.is_default`);

/** Columns of the template of boards. */
export const templateColumns = teamStatement(`
  select p.name as board, c.slug, c.name, c.is_finishing, c.position from pipelines p join columns c on c.team_id = $team and c.pipeline_id = p.id
  where p.team_id = $team and p.is_template order by c.position, c.id`);

/** Slugs of projects in use among those that begin like some. */
export const slugsInUse = teamStatement(`
  select x.slug from projects x where x.team_id = $team and x.slug = any($slugs::text[])`);

/** Keys of projects in use, now or earlier. */
export const keysInUse = teamStatement(`
  select x.key from projects x where x.team_id = $team and x.key = any($keys::text[])
  union select x.key from project_keys x where x.team_id = $team and x.key = any($keys::text[])`);
