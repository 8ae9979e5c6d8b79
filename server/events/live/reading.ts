import type { Platform, Row, TeamDb } from '../../db/database.ts';
import type { Line } from '../../db/line.ts';
import { plannedAnew, platformStatement, teamStatement } from '../../db/statement.ts';
import type { Cursor, Edge, Range } from './cursor.ts';

/** An event as it is stored, or the notice of a change that emits none. */
export interface StoredEvent {
  readonly team: string;
  readonly id: string;
  /** The kind of the event; of a notice the type of the record. */
  readonly type: string;
  /** Of a notice undefined where it is about all records of its type. */
  readonly record: string | undefined;
  /** `{"id","type","created_at","data","previous"}`; undefined of a notice. */
  readonly payload: string | undefined;
  /** The user whom alone it is for. */
  readonly to: string | undefined;
}

/** A page of a range. */
export interface Events {
  /** In the order of their ids. */
  readonly events: readonly StoredEvent[];
  /** Whether the range holds further ones behind them. */
  readonly hasMore: boolean;
}

/** How many events come at a time, and how many bytes, unless one alone has more. */
const pageSize = 500;
const pageBytes = 1_048_576;
/** The same of events that a stream has missed: many streams may hold a page each. */
const missedPageSize = 128;
const missedPageBytes = 65_536;
/** Max ids of missed events that are read at a time. */
export const idsAtOnce = 500;

/*
 * The edge: all transactions before it are over, so nothing appears there any more (pg_snapshot_xmin). It is not put behind the last
 * event that is there: PostgreSQL may give a number again after a crash, where nothing of its transaction reached the disk. That of an
 * event which can be read did.
 */
const last = (table: string) => `(
  select e.xid::text::numeric + 1 as edge, e.id from ${table} e
  where e.xid < pg_snapshot_xmin(pg_current_snapshot()) order by e.xid desc limit 1)`;
const markOf = (id: string) => `left(md5(${id}::text), 8)`;
const edge = platformStatement(
  `select coalesce(l.edge, 0)::text as edge, ${markOf('l.id')} as mark, extract(epoch from now())::bigint as at
  from (select) one left join (
    select * from (${last('events')} union all ${last('live_notices')}) each order by edge desc limit 1) l on true`,
  plannedAnew,
);

export async function edgeOf(line: Pick<Line, 'run'>): Promise<Edge> {
  const [row] = await line.run(edge);
  const { edge: text, at, mark } = row as { edge: string; at: number; mark: string | null };
  return { edge: BigInt(text), at, mark: mark ?? undefined };
}

const marked = (table: string) =>
  `exists (select from ${table} e where e.xid = $last::text::xid8 and ${markOf('e.id')} = $mark)`;
const hasMark = platformStatement(
  `select ${marked('events')} or ${marked('live_notices')} as is_there`,
  plannedAnew,
);

/**
 * Whether what was last before a cursor still is: a database whose files were put back to an earlier day counts on under the same epoch.
 * A cursor that names an event says it by that, which {@link countMissed} looks up.
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
 * Numbers of transactions mean something in one database, in one life of it: another cluster, one that was restored to a point in
 * time or promoted (its timeline), a database or table that was filled from a backup (its file) count anew.
 */
const epoch = platformStatement(`
  select left(md5(concat_ws(' ', (pg_control_system()).system_identifier, left(pg_walfile_name(pg_current_wal_lsn()), 8),
      (select oid from pg_database where datname = current_database()), pg_relation_filenode('events'))), 12) as epoch,
    exists (select from pg_extension where extname = 'citus') as is_citus`);

/** What the numbers of this database are told apart by; undefined on Citus, where each machine counts for itself. */
export async function epochOf(line: Pick<Line, 'run'>): Promise<string | undefined> {
  const [row] = await line.run(epoch);
  return row?.is_citus ? undefined : (row?.epoch as string);
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
  plannedAnew,
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

/** The next events of some teams within a range. @param after the id of the last one that was read of it */
export async function readRange(
  line: Line,
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
  plannedAnew,
);

/**
 * Counts the events of a team between a cursor and an edge.
 * @param most counting may end beyond it
 * @returns also whether the event that the cursor names exists: it was not removed after its time, nor lost with its disk
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
  plannedAnew,
);

/**
 * The next ids of a team's events within a range, at most {@link idsAtOnce}. The events follow by {@link readById}: reading them by
 * range would sort all of the range for each page.
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
 * Reads a page of a team's events by their ids, in that order. Leaves out those that were removed.
 * @returns also how many of the ids, from the first on, were looked up
 */
export async function readById(
  db: TeamDb,
  ids: readonly string[],
): Promise<{ events: StoredEvent[]; looked: number }> {
  const asked = ids.slice(0, missedPageSize);
  const rows = await db.run(byId, { ids: asked });
  const isCut = rows.length < Number(rows[0]?.found ?? 0);
  return { events: eventsOf(rows), looked: isCut ? Number(rows.at(-1)?.place) : asked.length };
}
