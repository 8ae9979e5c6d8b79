import { setTimeout as sleep } from 'node:timers/promises';
import type { Platform, Row, TeamDb } from '#server/db/database.ts';
import type { NotifyChannel } from '#server/db/notify-channel.ts';
import { platformStatement, teamStatement, unprepared } from '#server/db/statement.ts';
import type { Cursor, Edge, Range } from './cursor.ts';

/** A stored event, or the notice of a change that emits none. */
export interface StoredEvent {
  readonly team: string;
  readonly id: string;
  /** Kind of the event; for a notice, the record's type. */
  readonly type: string;
  /** Undefined for a notice about all records of its type. */
  readonly record: string | undefined;
  /** `{"id","type","created_at","data","previous"}`; undefined for a notice. */
  readonly payload: string | undefined;
  /** Sole recipient, if it is addressed to one user. */
  readonly to: string | undefined;
}

/** A page of a range. */
interface Events {
  /** Ordered by id. */
  readonly events: readonly StoredEvent[];
  /** True if the range contains more events. */
  readonly hasMore: boolean;
}

/** Maximum events and bytes per page; a single larger event is still returned. */
const pageSize = 500;
const pageBytes = 1_048_576;
/** Limits for pages of missed events: many streams may each hold one in memory. */
const missedPageSize = 128;
const missedPageBytes = 65_536;
/** Maximum ids of missed events read at a time. */
export const idsAtOnce = 500;

/*
 * Number of the oldest transaction in progress, before which no event can still appear. A snapshot contains the transactions of all
 * databases of the server; those found in a session of another database are skipped, because they cannot write events here. A
 * number belongs to one session from before the snapshot until its transaction ends, so it is never found in a wrong one.
 */
const finishedUpTo = `coalesce((
    select x.xid from pg_snapshot_xip(pg_current_snapshot()) x (xid)
    where not exists (select from pg_stat_get_activity(null) a
      where a.backend_xid = x.xid::xid and a.datid <> (select oid from pg_database where datname = current_database()))
    order by x.xid limit 1), pg_snapshot_xmax(pg_current_snapshot()))`;
/*
 * The edge never passes the last existing event: after a crash, PostgreSQL may reuse the number of a transaction that never reached
 * the disk, but the transaction of a readable event did.
 */
const last = (table: string, before: string) => `(
  select e.xid::text::numeric + 1 as edge, e.id from ${table} e
  where e.xid < ${before} order by e.xid desc limit 1)`;
const markOf = (id: string) => `left(md5(${id}::text), 8)`;
const edgeBefore = (before: string) => `
  select coalesce(l.edge, 0)::text as edge, ${markOf('l.id')} as mark, extract(epoch from now())::bigint as at
  from (select) one left join (
    select * from (${last('events', before)} union all ${last('live_notices', before)}) each order by edge desc limit 1) l on true`;
const edge = platformStatement(
  `with finished as materialized (select ${finishedUpTo} as xid) ${edgeBefore('(select xid from finished)')}`,
  unprepared,
);

/*
 * On Citus, events have the coordinator's transaction numbers, whichever machine stores them. When a transaction ends there, its
 * changes on other machines may be prepared but not visible yet. The snapshot of this statement is older than its list of prepared
 * transactions, so once these are gone, everything before the number can be read.
 */
const preparedOnWorkers = `
  select coalesce(string_agg(result, ' '), '') from run_command_on_workers(
    'select string_agg(gid, '' '') from pg_prepared_xacts where database = current_database()')`;
const finishedOnCitus = platformStatement(
  `select ${finishedUpTo}::text as before, (${preparedOnWorkers}) as prepared`,
  unprepared,
);
const stillPrepared = platformStatement(`select (${preparedOnWorkers}) as prepared`, unprepared);
const edgeOnCitus = platformStatement(edgeBefore('$before::text::xid8'), unprepared);
const preparedPauseMs = 10;

const gidsOf = (row: Row | undefined): string[] => String(row?.prepared ?? '').match(/\S+/g) ?? [];

/** @returns parameters of {@link edgeOnCitus} */
async function waitForPrepared(line: Pick<NotifyChannel, 'run'>): Promise<{ before: string }> {
  const [row] = await line.run(finishedOnCitus);
  for (let left = gidsOf(row); left.length > 0; ) {
    await sleep(preparedPauseMs);
    const prepared = new Set(gidsOf((await line.run(stillPrepared))[0]));
    left = left.filter((gid) => prepared.has(gid));
  }
  return { before: String(row?.before) };
}

export async function edgeOf(line: Pick<NotifyChannel, 'run'>, isCitus = false): Promise<Edge> {
  const [row] = isCitus
    ? await line.run(edgeOnCitus, await waitForPrepared(line))
    : await line.run(edge);
  const { edge: text, at, mark } = row as { edge: string; at: number; mark: string | null };
  return { edge: BigInt(text), at, mark: mark ?? undefined };
}

// With a column: Citus passes the result of each part on, and none without columns.
const marked = (table: string) =>
  `exists (select 1 from ${table} e where e.xid = $last::text::xid8 and ${markOf('e.id')} = $mark)`;
const hasMark = platformStatement(
  `select ${marked('events')} or ${marked('live_notices')} as is_there`,
  unprepared,
);

/**
 * True if the transaction before a cursor is still the one it marked: a database whose files were restored to an earlier state
 * continues counting under the same epoch. A cursor with an event id is verified by that event, in {@link countMissed}.
 */
export async function isOfHere(
  platform: Pick<Platform, 'run'>,
  { from, mark }: Cursor,
): Promise<boolean> {
  if (mark === undefined || from === 0n) return true;
  const [row] = await platform.run(hasMark, { last: String(from - 1n), mark });
  return row?.is_there === true;
}

/*
 * Transaction numbers are meaningful only within one incarnation of one database. They restart in another cluster, after a
 * restore to a point in time or a promotion (new timeline), and in a database or table filled from a backup (new file). On Citus an
 * event may be on disk although its transaction's number is not, so that a restarted coordinator uses the number again.
 */
const epoch = platformStatement(`
  select left(md5(concat_ws(' ', (pg_control_system()).system_identifier, left(pg_walfile_name(pg_current_wal_lsn()), 8),
      (select oid from pg_database where datname = current_database()), pg_relation_filenode('events'),
      (select pg_postmaster_start_time() from pg_extension where extname = 'citus'))), 12) as epoch,
    exists (select from pg_extension where extname = 'citus') as is_citus`);

/** Identifier of this database's incarnation. */
export async function epochOf(
  line: Pick<NotifyChannel, 'run'>,
): Promise<{ epoch: string; isCitus: boolean }> {
  const [row] = await line.run(epoch);
  return { epoch: row?.epoch as string, isCitus: row?.is_citus === true };
}

const paged = (condition: string) => {
  const next = (columns: string, table: string) =>
    `(select e.team_id, e.id, ${columns} from ${table} e ${condition} order by e.id limit ${pageSize + 1})`;
  return `
  select team_id, id, type, record_id, payload, user_id, found from (
    select e.*, count(*) over () as found, row_number() over (order by id) as place,
      sum(coalesce(octet_length(payload), 0)) over (order by id) as bytes
    from (
      ${next('e.type, e.record_id, e.payload, null::uuid as user_id', 'events')}
      union all ${next('e.record_type, e.record_id, null, e.user_id', 'live_notices')}
      order by id limit ${pageSize + 1}) e
  ) e where place = 1 or (place <= ${pageSize} and bytes <= ${pageBytes}) order by id`;
};
const inRange = `e.xid >= $from::text::xid8 and e.xid < $to::text::xid8 and ($after::uuid is null or e.id > $after)`;

const ofTeams = platformStatement(
  paged(`join unnest($teams::uuid[]) t (id) on t.id = e.team_id where ${inRange}`),
  unprepared,
);
const eventsOf = (rows: readonly Row[]): StoredEvent[] =>
  rows.map((row) => ({
    team: row.team_id as string,
    id: row.id as string,
    type: row.type as string,
    record: (row.record_id as string | null) ?? undefined,
    payload: (row.payload as string | null) ?? undefined,
    to: (row.user_id as string | null) ?? undefined,
  }));

const parametersOf = ({ from, to }: Range, after: string | undefined) => ({
  from: String(from),
  to: String(to),
  after: after ?? null,
});

/** Next events of some teams within a range. @param after id of the last one already read */
export async function readRange(
  line: NotifyChannel,
  teams: readonly string[],
  range: Range,
  after: string | undefined,
): Promise<Events> {
  const rows = await line.run(ofTeams, { teams, ...parametersOf(range, after) });
  return { events: eventsOf(rows), hasMore: ((rows[0]?.found ?? 0) as number) > rows.length };
}

const isIn = (table: string) =>
  `exists (select from ${table} where team_id = $team and id = $id and xid >= $from::text::xid8 and xid < $to::text::xid8)`;
const missedIn = (table: string) => `(select from ${table} e where e.team_id = $team
  and e.xid >= $from::text::xid8 and e.xid < $edge::text::xid8
  and ($id::uuid is null or e.xid >= $to::text::xid8 or e.id > $id) limit $most::int + 1)`;
const missed = teamStatement(
  `select $id::uuid is null or ${isIn('events')} or ${isIn('live_notices')} as is_there,
    (select count(*) from (${missedIn('events')} union all ${missedIn('live_notices')}) e)::int as count`,
  unprepared,
);

/**
 * Counts a team's events between a cursor and an edge.
 * @param most the count may stop beyond it
 * @returns also whether the cursor's event exists, i.e. neither expired nor was lost with its disk
 */
export async function countMissed(
  db: TeamDb,
  { id, from, to }: Cursor,
  edge: bigint,
  most: number,
): Promise<{ isThere: boolean; count: number }> {
  const range = { from: String(from), to: String(to), edge: String(edge) };
  const [row] = await db.run(missed, { id: id ?? null, ...range, most });
  return { isThere: row?.is_there === true, count: Number(row?.count) };
}

const nextIds = (table: string) =>
  `(select e.id from ${table} e where e.team_id = $team and ${inRange} order by e.id limit ${idsAtOnce})`;
const ids = teamStatement(
  `select id from (${nextIds('events')} union all ${nextIds('live_notices')}) e order by id limit ${idsAtOnce}`,
  unprepared,
);

/**
 * Next ids of a team's events within a range, up to {@link idsAtOnce}. {@link readById} then reads the events: reading them by
 * range would sort the whole range for each page.
 */
export async function readIds(
  db: TeamDb,
  range: Range,
  after: string | undefined,
): Promise<string[]> {
  const rows = await db.run(ids, parametersOf(range, after));
  return rows.map(({ id }) => id as string);
}

const withId = (columns: string, table: string) =>
  `(select e.team_id, e.id, ${columns} from ${table} e where e.team_id = $team and e.id = i.id)`;
const byId = teamStatement(`
  select * from (
    select e.*, i.place::int, count(*) over ()::int as found, row_number() over (order by i.place) as nth,
      sum(coalesce(octet_length(e.payload), 0)) over (order by i.place) as bytes
    from unnest($ids::uuid[]) with ordinality i (id, place) cross join lateral (
      ${withId('e.type, e.record_id, e.payload, null::uuid as user_id', 'events')}
      union all ${withId('e.record_type, e.record_id, null, e.user_id', 'live_notices')}
      offset 0) e
  ) e where nth = 1 or bytes <= ${missedPageBytes} order by place`);

/**
 * Reads a page of a team's events by id, in that order. Skips deleted ones.
 * @returns also the number of leading ids that were looked up
 */
export async function readById(
  db: TeamDb,
  ids: readonly string[],
): Promise<{ events: StoredEvent[]; looked: number }> {
  const pageIds = ids.slice(0, missedPageSize);
  const rows = await db.run(byId, { ids: pageIds });
  const isCut = rows.length < Number(rows[0]?.found ?? 0);
  return { events: eventsOf(rows), looked: isCut ? Number(rows.at(-1)?.place) : pageIds.length };
}
