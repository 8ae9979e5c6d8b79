import type { TeamDb } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import { isVisibleInbox } from '#server/operations/hidden-records.ts';
import { type BusinessHours, openSpans } from '#server/platform/business-hours.ts';
import { firstQuestion } from '../conversations/waiting-times.ts';
import { addDays } from './days.ts';
import { begin, type Facts, isFilter, isWithin, startOf } from './source.ts';

/*
 * Facts about conversations: first answers, resolutions, and the backlog. Business hours are computed outside of the database: it receives the
 * open time of each day, and subtracts the open time until the beginning from that until the end.
 */

const dayMs = 86_400_000;
const daySeconds = 86_400;
/** Max open spans of a UTC day. */
const maxSpans = 8;
/** Max years of open time before the period; a conversation that is older counts from then on. */
const maxYears = 10;

/** Open time of a UTC day. */
interface OpenDay {
  /** Number of the schedule. */
  readonly s: number;
  /** Days since 1970. */
  readonly d: number;
  /** Open seconds of all earlier days. */
  readonly c: number;
  readonly [edge: string]: number;
}

/** Open days of a schedule. @param first UTC midnight, as `last` */
function openDays(
  s: number,
  hours: BusinessHours,
  zone: string,
  first: number,
  last: number,
): readonly OpenDay[] {
  const spansByDay = new Map<number, [begins: number, ends: number][]>();
  let counted = -Infinity;
  for (let day = first - dayMs; day <= last + dayMs; day += dayMs)
    for (const span of openSpans({ hours, zone }, day)) {
      // Blocks may overlap where the clock is set back or forward.
      let begins = Math.max(span.begins, counted);
      counted = Math.max(counted, span.ends);
      while (begins < span.ends) {
        const d = Math.floor(begins / dayMs);
        const ends = Math.min(span.ends, (d + 1) * dayMs);
        const spans = spansByDay.get(d) ?? [];
        const latest = spans.at(-1);
        if (latest && latest[1] === begins) latest[1] = ends;
        else spans.push([begins, ends]);
        spansByDay.set(d, spans);
        begins = ends;
      }
    }
  const days: OpenDay[] = [];
  let c = 0;
  for (let d = first / dayMs; d <= last / dayMs; d += 1) {
    const edges: Record<string, number> = {};
    let seconds = 0;
    for (const [n, [begins, ends]] of (spansByDay.get(d) ?? []).slice(0, maxSpans).entries()) {
      edges[`b${n}`] = begins / 1_000;
      edges[`e${n}`] = ends / 1_000;
      seconds += (ends - begins) / 1_000;
    }
    days.push({ s, d, c, ...edges });
    c += seconds;
  }
  return days;
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
  const days = [...numbers].flatMap(([text, s]) =>
    openDays(s, JSON.parse(text) as BusinessHours, zone, first, last),
  );
  return { inbox_hours: JSON.stringify(inboxes), open_days: JSON.stringify(days) };
}

const edges = Array.from({ length: maxSpans }, (_, n) => n);
const epoch = (instant: string) => `extract(epoch from ${instant})::double precision`;

/** SQL: open seconds until a Unix time. @param row open day of this time */
const openUntil = (row: string, seconds: string) =>
  `(coalesce(${row}.c, 0)${edges.map((n) => ` + greatest(0, least(${seconds}, ${row}.e${n}) - ${row}.b${n})`).join('')})`;

const onDay = (row: string, seconds: string) =>
  `left join open_days ${row} on ${row}.s = i.s and ${row}.d = floor(${seconds} / ${daySeconds})::integer`;

/**
 * SQL: joins the hours `h` between the Unix times `q.begins` and `q.ends` in the hours `i` of an inbox. `offset 0` keeps PostgreSQL from
 * repeating a subquery wherever its result is used.
 */
const joinHours = `${onDay('b', 'q.begins')} ${onDay('e', 'q.ends')}
        cross join lateral (
          select case when q.begins is not null
            then greatest(case when i.s is null then q.ends - q.begins else ${openUntil('e', 'q.ends')} - ${openUntil('b', 'q.begins')} end, 0) / 3600
            end as hours offset 0) h`;

const bucketOf = (hours: string) =>
  `case when ${hours} < 1 then '0-1' when ${hours} < 4 then '1-4' when ${hours} < 8 then '4-8' when ${hours} < 24 then '8-24'
    when ${hours} is not null then '24+' end`;

const keys = { inbox: 'c.inbox_id', person: 'c.assignee_id' };
const filters = {
  inbox_id: isFilter('c.inbox_id', 'inbox_id'),
  user_id: isFilter('c.assignee_id', 'user_id'),
};
const isCounted = `c.team_id = $team and c.group_id is null and ${isVisibleInbox('c.inbox_id')}`;
const statusMoves = `m.team_id = $team and m.resource = 'conversations' and m.field = 'status'`;

export const answers: Facts = {
  parameters: (db, { team, previous_from, to }) => schedules(db, team.zone, previous_from, to),
  ctes: [
    `inbox_hours as materialized (select i.* from json_to_recordset($inbox_hours::json) i (inbox_id uuid, s integer))`,
    `open_days as materialized (
      select o.* from json_to_recordset($open_days::json) o (s integer, d integer, c double precision,
        ${edges.map((n) => `b${n} double precision, e${n} double precision`).join(', ')}))`,
    `changes as materialized (
      select m.record_id, m.was, m.became, m.moved_at, lead(m.moved_at) over w as until, row_number() over w = 1 as is_first
      from moves m where ${statusMoves} and m.moved_at >= ${begin} window w as (partition by m.record_id order by m.moved_at, m.id))`,
    // Intervals in which conversations were not resolved.
    `unresolved as materialized (
      select x.record_id as id, x.moved_at as since, x.until from changes x where x.became <> 'resolved'
      union all
      select x.record_id, '-infinity', x.moved_at from changes x where x.is_first and x.was <> 'resolved'
      union all
      select c.id, '-infinity', null from conversations c
      where c.team_id = $team and c.status in ('open', 'snoozed') and c.id not in (select x.record_id from changes x))`,
  ],
  sources: [
    {
      type: 'conversation',
      id: 'c.id',
      at: 'c.first_answered_at',
      from: `conversations c join inbox_hours i on i.inbox_id = c.inbox_id
        cross join lateral (select ${firstQuestion('c')} as asked_at offset 0) a
        cross join lateral (
          select case when a.asked_at is not null then ${epoch('least(a.asked_at, c.first_answered_at)')} end as begins,
            ${epoch('c.first_answered_at')} as ends offset 0) q
        ${joinHours}
        where ${isCounted} and ${isWithin('c.first_answered_at')}`,
      keys: { ...keys, bucket: bucketOf('h.hours') },
      filters,
      values: { answers: '1', answer_median: 'h.hours', answer_p90: 'h.hours' },
    },
    {
      type: 'conversation',
      id: 'c.id',
      at: 'm.moved_at',
      from: `moves m join conversations c on c.team_id = $team and c.id = m.record_id join inbox_hours i on i.inbox_id = c.inbox_id
        cross join lateral (
          select ${epoch(`coalesce((
            select max(p.moved_at) from moves p where p.team_id = $team and p.record_id = m.record_id and p.id < m.id
              and p.resource = 'conversations' and p.field = 'status' and p.was = 'resolved'), c.created_at)`)} as begins,
            ${epoch('m.moved_at')} as ends offset 0) q
        ${joinHours}
        where ${statusMoves} and m.became = 'resolved' and ${isWithin('m.moved_at')} and ${isCounted}`,
      keys: { ...keys, bucket: bucketOf('h.hours') },
      filters,
      values: { resolutions: '1', resolution_median: 'h.hours', resolution_p90: 'h.hours' },
    },
    {
      type: 'conversation',
      id: 'c.id',
      at: `(p.ends_at - interval '1 millisecond')`,
      isAtEnd: 'p.is_end',
      from: `(select m.is_end, ${startOf('(m.last + 1)')} as ends_at from json_to_recordset($moments::json) m (last date, is_end boolean) offset 0) p
        join unresolved u on u.since < p.ends_at and (u.until is null or u.until >= p.ends_at)
        join conversations c on c.team_id = $team and c.id = u.id
        where ${isCounted} and c.created_at < p.ends_at`,
      keys,
      filters,
      values: { backlog: '1' },
    },
  ],
};
