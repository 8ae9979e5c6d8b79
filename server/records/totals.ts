import { changeKind } from '../events/catalogue.ts';
import type { Table } from './table.ts';

/*
 * How many records a team has, kept beside them: written by the statement that makes, changes or removes a record, so that
 * both are seen together or not at all. What is told as created or deleted is counted; the rest is few, or is removed in bulk.
 */

export const isCounted = (resource: Table) => changeKind(resource, 'created') !== undefined;

const named = (sql: string, row: string) => sql.replace(/\bt\./g, `${row}.`);

/** SQL: the parts that a row counts in, as a text[]. `''` is the whole list; none where the row is not visible. */
export function partsOf({ filters, visible }: Table, row: string): string {
  const kept = Object.values(filters).flatMap(({ kept }) => (kept ? [named(kept, row)] : []));
  const parts = [`array['']`, ...kept].join(' || ');
  return visible ? `case when ${named(visible, row)} then ${parts} else '{}' end` : parts;
}

/** Whether a change of these columns may change what a record counts in. */
function mayMove({ filters, visible = '' }: Table, sets: readonly string[]): boolean {
  const read = [visible, ...Object.values(filters).map(({ kept = '' }) => kept)].join(' ');
  const columns = new Set([...read.matchAll(/\bt\."?(\w+)/g)].map(([, column]) => column));
  return sets.some((column) => columns.has(column));
}

/** More than connections that ever write for one team at the same moment. */
const mostSlots = 1_000;

/**
 * SQL: the lowest slot that no other open transaction writes to. An advisory lock, held until the end of the transaction, covers the
 * slot's rows for all parts, so nobody ever waits for them. If every lock is taken, a slot of its own.
 */
const freeSlot = (resource: Table) => `coalesce((
  select lpad(k::text, 32, '0')::uuid from (select generate_series(0, ${mostSlots - 1}) as k) slots
  where pg_try_advisory_xact_lock(hashtextextended($team::text || '${resource.name}#' || k, 9)) limit 1), gen_random_uuid())`;

/**
 * A part of a `with`, beginning with a comma, that counts one record. Empty if the change cannot move any total.
 * @param now the row source of the record (one at most) after the change; undefined if it is removed
 * @param old the row source of the record before the change; undefined if it is new
 * @param sets the columns that a change sets
 */
export function counts(
  resource: Table,
  now: string | undefined,
  old?: string,
  sets: readonly string[] = [],
): string {
  const isChange = now !== undefined && old !== undefined;
  if (!isCounted(resource) || (isChange && !mayMove(resource, sets))) return '';
  const rows = [
    ...(now ? [`select unnest(${partsOf(resource, now)}) as part, 1 as n from ${now}`] : []),
    ...(old
      ? [
          `select unnest(${partsOf(resource, old)}) as part, -1 as n from ${old}${isChange ? ` where exists (select from ${now})` : ''}`,
        ]
      : []),
  ].join(' union all ');
  // A part that the record stays in is not touched.
  const counted = isChange
    ? `select u.part, sum(u.n) as n from (${rows}) u group by u.part having sum(u.n) <> 0`
    : rows;
  return `,
    counted as (
      insert into totals as s (team_id, resource, part, slot, n)
      select $team, '${resource.name}', r.part, ${freeSlot(resource)}, r.n from (${counted}) r
      on conflict (team_id, resource, part, slot) do update set n = s.n + excluded.n)`;
}

/**
 * SQL for the number of all records that meet the filters, as it is kept; undefined where they have to be counted.
 * @param names of the filters in use
 */
export function totalOf(resource: Table, names: readonly string[]): string | undefined {
  const [name, ...further] = names;
  const isKept = name === undefined || resource.filters[name]?.kept !== undefined;
  if (!isCounted(resource) || !isKept || further.length > 0) return undefined;
  const part =
    name === undefined ? `''` : `'${name}=' || $${name}::${resource.filters[name]?.field.sql}`;
  return `(select coalesce(sum(s.n), 0) from totals s
    where s.team_id = $team and s.resource = '${resource.name}' and s.part = ${part})`;
}

/**
 * Rows `team_id`, `part`, `n`: by how much the records are more than what is kept says. Both from one snapshot.
 * @param ofTeam for a statement of one team, else of all
 */
export function missing(resource: Table, ofTeam = false): string {
  const own = (row: string) => (ofTeam ? `${row}.team_id = $team` : 'true');
  return `
    select team_id, part, sum(n)::bigint as n
    from (
      select t.team_id, unnest(${partsOf(resource, 't')}) as part, 1 as n from ${resource.name} t where ${own('t')}
      union all select s.team_id, s.part, -s.n from totals s where s.resource = '${resource.name}' and ${own('s')}) u
    group by team_id, part having sum(n) <> 0`;
}

/** SQL that makes the totals of a resource right, also while others write: one row for each that was wrong. */
export const recount = (resource: Table, ofTeam = false) => `
  insert into totals (team_id, resource, part, slot, n)
  select team_id, '${resource.name}', part, uuid7(), n from (${missing(resource, ofTeam)}) w returning team_id`;

/** Until the end of the transaction nobody else makes totals right: what two of them find missing would be added twice. */
export const holdRecount = 'select pg_advisory_xact_lock(7208506)';
