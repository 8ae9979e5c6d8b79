import type { TeamDb } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import { isVisibleInbox } from '#server/operations/hidden-records.ts';
import { type BusinessHours, openSpans } from '#server/platform/business-hours.ts';
import { lruCache } from '#server/platform/lru-cache.ts';
import { firstQuestion } from '../conversations/waiting-times.ts';
import { addDays } from './days.ts';
import { bucketHours } from './definitions.ts';
import {
  begin,
  conditionsOf,
  end,
  type Facts,
  isFilter,
  isWithin,
  type Reach,
  startOf,
  unindexed,
} from './source.ts';

/*
 * Facts about conversations: first answers, resolutions, and the backlog. Business hours are computed outside of the database: it receives the
 * times at which a schedule opens and closes, with the open time until each, and subtracts the open time until the beginning from that until the end.
 */

const dayMs = 86_400_000;
/** Max years of open time before the period; a conversation that is older counts from then on. */
const maxYears = 10;

/**
 * Open time of a schedule as a function of the Unix time, in seconds: with n the place of the last opening until the time t, it is
 * bases[n] + min(t, closings[n]).
 */
interface OpenTime {
  /** Times at which it opens, after one that precedes all others. */
  readonly openings: readonly number[];
  readonly closings: readonly number[];
  /** Open seconds until each opening, less the opening. */
  readonly bases: readonly number[];
}

/** Open times by schedule and days: they change rarely, and computing two years of them takes some milliseconds. */
const cachedTimes = lruCache<OpenTime>(32);

/** Open time of a schedule. @param text of its hours @param first UTC midnight, as `last` */
function openTime(text: string, zone: string, first: number, last: number): OpenTime {
  const key = [zone, first, last, text].join();
  const cached = cachedTimes.get(key);
  if (cached) return cached;
  const time = computeOpenTime(JSON.parse(text) as BusinessHours, zone, first, last);
  cachedTimes.set(key, time);
  return time;
}

function computeOpenTime(
  hours: BusinessHours,
  zone: string,
  first: number,
  last: number,
): OpenTime {
  const [openings, closings] = [[Number.MIN_SAFE_INTEGER], [Number.MIN_SAFE_INTEGER]];
  const bases = [-Number.MIN_SAFE_INTEGER];
  let counted = first / 1_000;
  let sum = 0;
  for (let day = first - dayMs; day <= last + dayMs; day += dayMs)
    for (const span of openSpans({ hours, zone }, day)) {
      // Blocks may overlap where the clock is set back or forward.
      const begins = Math.max(span.begins / 1_000, counted);
      const ends = span.ends / 1_000;
      if (begins >= ends) continue;
      openings.push(begins);
      closings.push(ends);
      bases.push(sum - begins);
      sum += ends - begins;
      counted = ends;
    }
  return { openings, closings, bases };
}

const findHours = teamStatement(`
  select i.id, coalesce(i.business_hours, x.business_hours) as hours,
    (select min(c.created_at) from conversations c where c.team_id = $team)::text as oldest
  from inboxes i join teams x on x.id = $team where i.team_id = $team`);

/** Schedules of the inboxes, and their open days until the end of the report. */
async function schedules(db: TeamDb, zone: string, from: string, to: string) {
  const rows = await db.read(findHours);
  const numbers = new Map<string, number>();
  const inboxes = rows.map(({ id, hours }) => {
    if (hours === null) return { inbox_id: id, s: null };
    const text = JSON.stringify(hours);
    const s = numbers.get(text) ?? numbers.size;
    numbers.set(text, s);
    return { inbox_id: id, s };
  });
  const oldest = Date.parse(String(rows[0]?.oldest ?? from)) - 31 * dayMs;
  const earliest = Date.parse(from) - maxYears * 366 * dayMs;
  const first = Math.floor(Math.max(oldest || 0, earliest) / dayMs) * dayMs;
  const last = Date.parse(addDays(to, 2));
  const times = [...numbers].map(([text, s]) => ({ s, ...openTime(text, zone, first, last) }));
  return { inbox_hours: JSON.stringify(inboxes), open_times: JSON.stringify(times) };
}

const epoch = (instant: string) => `date_part('epoch', ${instant})`;

/** SQL: open seconds until a Unix time. @param place of the last opening until it */
const openUntil = (place: string, seconds: string) =>
  `q.bases[${place}] + least(${seconds}, q.closings[${place}])`;

/**
 * SQL: conversations with the hours between two Unix times, by the business hours of their inboxes: all columns, and `hours`. `offset 0` keeps
 * PostgreSQL from repeating an expression wherever its result is used.
 * @param from relation with `inbox_id`, `begins` and `ends`
 */
const withHours = (from: string) => `(
        select q.*, case when q.begins is not null then greatest(case when q.bases is null then q.ends - q.begins
            else ${openUntil('q.end_place', 'q.ends')} - (${openUntil('q.begin_place', 'q.begins')}) end, 0) / 3600 end as hours
        from (
          select q.*, i.closings, i.bases, width_bucket(q.begins, i.openings) as begin_place, width_bucket(q.ends, i.openings) as end_place
          from (${from}) q join inbox_hours i on i.inbox_id = q.inbox_id offset 0) q offset 0)`;

const bucketOf = (hours: string) =>
  `width_bucket(${hours}, array[${bucketHours.join()}]::double precision[])`;

const keys = { inbox: 'c.inbox_id', person: 'c.assignee_id' };
const filters = {
  inbox_id: isFilter('c.inbox_id', 'inbox_id'),
  user_id: isFilter('c.assignee_id', 'user_id'),
};
const isCounted = `c.team_id = $team and c.group_id is null and ${isVisibleInbox('c.inbox_id')}`;
/** SQL: an instant is after the beginning of the period or, within the period, in it. The backlog depends on later ones. */
const isSince = (instant: string, reach: Reach) =>
  reach === 'all' ? `${instant} >= ${begin}` : isWithin(instant);
const statusMoves = `m.team_id = $team and m.resource = 'conversations' and m.field = 'status'`;

/** SQL: the first move `f` of a conversation since the beginning. Those of all conversations are looked up at once. */
const firstMoves = (reach: Reach) =>
  reach === 'all'
    ? `(select distinct on (m.record_id) m.record_id, m.was from moves m where ${statusMoves} and m.moved_at >= ${begin}
          order by m.record_id, m.moved_at, m.id) f on f.record_id = c.id`
    : `lateral (select m.was from moves m where ${statusMoves} and m.record_id = c.id and m.moved_at >= ${begin}
          order by m.moved_at, m.id limit 1) f on true`;

export const answers: Facts = {
  part: 'c.inbox_id',
  parameters: (db, { team, previous_from, to }) => schedules(db, team.zone, previous_from, to),
  ctes: (names, reach) => [
    `inbox_hours as materialized (
      select i.inbox_id, t.openings, t.closings, t.bases from json_to_recordset($inbox_hours::json) i (inbox_id uuid, s integer)
        left join json_to_recordset($open_times::json) t (s integer, openings double precision[], closings double precision[],
          bases double precision[]) on t.s = i.s)`,
    // Conversations that were reopened since the beginning. The moves of all others need no order: at most one is into the status resolved.
    `reopened as materialized (
      select distinct m.record_id as id from moves m where ${statusMoves} and ${isSince('m.moved_at', reach)} and m.was = 'resolved')`,
    `changes as materialized (
      select m.record_id, m.was = 'resolved' as was_resolved, m.became = 'resolved' as is_resolved, m.moved_at, lead(m.moved_at) over w as until,
        lag(m.moved_at) over w is null as is_first, max(case when m.was = 'resolved' then m.moved_at end) over w as reopened_at
      from moves m where ${statusMoves} and ${isSince('m.moved_at', reach)} and m.record_id in (select r.id from reopened r)
      window w as (partition by m.record_id order by m.moved_at, m.id rows between unbounded preceding and 1 preceding))`,
    `resolutions as materialized (
      select c.id, c.inbox_id, c.assignee_id, c.created_at, r.moved_at, r.reopened_at, r.is_only
      from (
        select m.record_id, m.moved_at, null::timestamptz as reopened_at, true as is_only
        from moves m where ${statusMoves} and ${isSince('m.moved_at', reach)} and m.became = 'resolved' and m.record_id not in (select r.id from reopened r)
        union all
        select x.record_id, x.moved_at, x.reopened_at, false from changes x where x.is_resolved) r
        join conversations c on c.team_id = $team and c.id = r.record_id
      where ${isCounted}${conditionsOf({ filters }, names)})`,
    // Moments of the backlog, in order: their instants, ends and marks.
    `moments as materialized (
      select array_agg(m.ends_at order by m.ends_at) as ends, array_agg(m.ends_at - interval '1 millisecond' order by m.ends_at) as instants,
        array_agg(m.is_end order by m.ends_at) as are_ends
      from (
        select ${startOf('(m.last + 1)')} as ends_at, m.is_end from json_to_recordset($moments::json) m (last date, is_end boolean)) m)`,
    // Intervals in which conversations were not resolved, apart from those that ended before the first moment.
    `unresolved as (
      select r.id, r.inbox_id, r.assignee_id, r.created_at as since, r.moved_at as until from resolutions r
      where r.is_only and r.moved_at >= (select m.ends[1] from moments m)
      union all
      select c.id, c.inbox_id, c.assignee_id, greatest(x.since, c.created_at), x.until
      from (
        select x.record_id, x.moved_at as since, x.until from changes x where not x.is_resolved
        union all
        select x.record_id, '-infinity', x.moved_at from changes x where x.is_first and not x.was_resolved) x
        join conversations c on c.team_id = $team and c.id = x.record_id
      where ${isCounted}${conditionsOf({ filters }, names)}
      union all
      select c.id, c.inbox_id, c.assignee_id, c.created_at, null from conversations c
      where c.status in ('open', 'snoozed') and c.id not in (select r.id from reopened r) and ${isCounted}${conditionsOf({ filters }, names)})`,
  ],
  sources: [
    {
      type: 'conversation',
      id: 'c.id',
      at: 'c.first_answered_at',
      from: (conditions) =>
        `${withHours(`
          select c.*, case when c.asked_at is not null then ${epoch('least(c.asked_at, c.first_answered_at)')} end as begins,
            ${epoch('c.first_answered_at')} as ends
          from (
            select c.id, c.inbox_id, c.assignee_id, c.first_answered_at,
              nullif(coalesce(c.first_question_at, ${firstQuestion('c')}), 'infinity') as asked_at
            from conversations c where ${isCounted} and ${isWithin('c.first_answered_at')}${conditions} offset 0) c`)} c where true`,
      keys: { ...keys, bucket: bucketOf('c.hours') },
      filters,
      values: { answers: '1', answer_median: 'c.hours', answer_p90: 'c.hours' },
    },
    {
      type: 'conversation',
      id: 'c.id',
      at: 'c.moved_at',
      from: () =>
        `${withHours(`
          select c.id, c.inbox_id, c.assignee_id, c.moved_at, ${epoch(`coalesce(c.reopened_at, case when c.created_at < ${begin} then (
            select max(${unindexed('p.moved_at')}) from moves p where p.team_id = $team and p.record_id = c.id and p.moved_at < ${begin}
              and p.resource = 'conversations' and p.field = 'status' and p.was = 'resolved') end, c.created_at)`)} as begins,
            ${epoch('c.moved_at')} as ends
          from resolutions c where c.moved_at < ${end}`)} c where true`,
      keys: { ...keys, bucket: bucketOf('c.hours') },
      filters,
      values: { resolutions: '1', resolution_median: 'c.hours', resolution_p90: 'c.hours' },
    },
    {
      type: 'conversation',
      id: 'c.id',
      at: '(select m.instants from moments m)[c.place]',
      isAtEnd: '(select m.are_ends from moments m)[c.place]',
      from: () => `(
        select c.id, c.inbox_id, c.assignee_id, generate_series(c.first_place, c.last_place) as place from (
          select u.id, u.inbox_id, u.assignee_id, width_bucket(u.since, (select m.ends from moments m)) + 1 as first_place,
            coalesce(width_bucket(u.until, (select m.ends from moments m)), cardinality((select m.ends from moments m))) as last_place
          from unresolved u offset 0) c
        where c.first_place <= c.last_place) c where true`,
      keys,
      filters,
      values: { backlog: '1' },
    },
  ],
  changes: {
    type: 'conversation',
    id: 'c.id',
    at: 'c.at',
    // A conversation that is older counts from the beginning.
    from: (conditions, reach) => `(
        select r.id, r.inbox_id, r.assignee_id, r.moved_at as at, -1 as change from resolutions r where r.moved_at < ${end}
        union all
        select c.id, c.inbox_id, c.assignee_id, m.moved_at, 1 from moves m join conversations c on c.team_id = $team and c.id = m.record_id
        where ${statusMoves} and ${isWithin('m.moved_at')} and m.was = 'resolved' and ${isCounted}${conditions}
        union all
        select c.id, c.inbox_id, c.assignee_id, greatest(c.created_at, ${begin}), 1
        from conversations c left join ${firstMoves(reach)}
        where ${reach === 'all' ? `c.created_at < ${end}` : isWithin('c.created_at')} and ${isCounted}${conditions}
          and coalesce(f.was <> 'resolved', c.status <> 'resolved')) c where true`,
    keys,
    filters,
    values: { backlog: 'c.change' },
  },
};
