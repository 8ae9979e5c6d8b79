import { changeKind } from '../events/catalogue.ts';
import type { Table } from './table.ts';

/*
 * Totals of a team's records, maintained by the statement that creates, changes or deletes a record, so that both become visible
 * together. Counts records that emit created and deleted events, and conversations; others are few, or deleted in bulk.
 */

export const isCounted = (resource: Table) =>
  resource.hasTotal === true || changeKind(resource, 'created') !== undefined;

const named = (sql: string, row: string) => sql.replace(/\bt\./g, `${row}.`);

/** SQL: the parts in which a row is counted, as a text[]. `''` is the whole list; empty if the row is not visible. */
export function partsOf({ filters, visible }: Table, row: string): string {
  const countedParts = Object.values(filters).flatMap(({ totalParts: parts }) =>
    parts ? [named(parts, row)] : [],
  );
  const parts = [`array['']`, ...countedParts].join(' || ');
  return visible ? `case when ${named(visible, row)} then ${parts} else '{}' end` : parts;
}

/** True if a change of these columns may change the parts in which a record is counted. */
function mayMove({ filters, visible = '' }: Table, sets: readonly string[]): boolean {
  const read = [visible, ...Object.values(filters).map(({ totalParts: count = '' }) => count)].join(
    ' ',
  );
  const columns = new Set([...read.matchAll(/\bt\."?(\w+)/g)].map(([, column]) => column));
  return sets.some((column) => columns.has(column));
}

/** More than the connections that ever write for one team at the same time. */
const maxSlots = 1_000;

/**
 * SQL: the lowest slot of a resource that no other open transaction writes to. An advisory lock, held until the end of the transaction, covers
 * the slot's rows for all parts, so no statement ever waits for them. If every lock is taken, a new separate slot.
 * @param resource SQL of its name
 */
const freeSlot = (resource: string) => `coalesce((
  select lpad(k::text, 32, '0')::uuid from (select generate_series(0, ${maxSlots - 1}) as k) slots
  where pg_try_advisory_xact_lock(hashtextextended($team::text || ${resource} || '#' || k, 9)) limit 1), gen_random_uuid())`;

/**
 * CTE, with a leading comma, that adds the rows `r` (part, n) to the totals.
 * @param resource SQL of its name, possibly of a row
 */
const countedCte = (resource: string, rows: string) => `,
    counted as (
      insert into totals as s (team_id, resource, part, slot, n)
      select $team, ${resource}, r.part, ${freeSlot(resource)}, r.n from (${rows}) r
      on conflict (team_id, resource, part, slot) do update set n = s.n + excluded.n)`;

/**
 * CTE, with a leading comma, that counts one record. Empty if the change cannot affect any total.
 * @param now row source of the record (one at most) after the change; undefined if it is deleted
 * @param old row source of the record before the change; undefined if it is new
 * @param sets columns that a change sets
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
  // Skips parts in which the record remains.
  const counted = isChange
    ? `select u.part, sum(u.n) as n from (${rows}) u group by u.part having sum(u.n) <> 0`
    : rows;
  return countedCte(`'${resource.name}'`, counted);
}

/**
 * CTE, with a leading comma, that counts new or deleted rows of several tables.
 * @param changes the row source of each table; it may have any number of rows
 */
export function countsRows(
  changes: readonly {
    readonly resource: Table;
    readonly from: string;
    readonly isDeleted?: true;
  }[],
): string {
  const rows = changes.map(
    ({ resource, from, isDeleted }) =>
      `select '${resource.name}' as resource, unnest(${partsOf(resource, from)}) as part, ${isDeleted ? -1 : 1} as n from ${from}`,
  );
  return countedCte(
    'r.resource',
    `select u.resource, u.part, sum(u.n) as n from (${rows.join(' union all ')}) u group by u.resource, u.part`,
  );
}

/**
 * SQL for the maintained total of all records that match the filters; undefined if they must be counted.
 * @param names names of the filters in use
 */
export function totalOf(resource: Table, names: readonly string[]): string | undefined {
  const [name, ...further] = names;
  const isKept = name === undefined || resource.filters[name]?.totalParts !== undefined;
  if (!isCounted(resource) || !isKept || further.length > 0) return undefined;
  const part =
    name === undefined ? `''` : `'${name}=' || $${name}::${resource.filters[name]?.field.sql}`;
  return `(select coalesce(sum(s.n), 0) from totals s
    where s.team_id = $team and s.resource = '${resource.name}' and s.part = ${part})`;
}

/**
 * Rows `team_id`, `part`, `n`: actual count minus the maintained total. Both from one snapshot.
 * @param ofTeam true for a statement on one team, otherwise all teams
 */
export function missing(resource: Table, ofTeam = false): string {
  const isOwn = (row: string) => (ofTeam ? `${row}.team_id = $team` : 'true');
  return `
    select team_id, part, sum(n)::bigint as n
    from (
      select t.team_id, unnest(${partsOf(resource, 't')}) as part, 1 as n from ${resource.name} t where ${isOwn('t')}
      union all select s.team_id, s.part, -s.n from totals s where s.resource = '${resource.name}' and ${isOwn('s')}) u
    group by team_id, part having sum(n) <> 0`;
}

/** SQL that corrects the totals of a resource, safe with concurrent writes: one row for each that was wrong. */
export const recount = (resource: Table, ofTeam = false) => `
  insert into totals (team_id, resource, part, slot, n)
  select team_id, '${resource.name}', part, uuid7(), n from (${missing(resource, ofTeam)}) w returning team_id`;

/** Prevents concurrent corrections until the end of the transaction: two of them would add the same difference twice. */
export const lockRecount = 'select pg_advisory_xact_lock(7208506)';
