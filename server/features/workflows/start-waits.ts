import type { TeamDb } from '#server/db/database.ts';
import {
  isOfTeam,
  iso,
  type TeamStatement,
  teamStatement,
  unprepared,
} from '#server/db/statement.ts';
import { versionOf } from '#server/events/outbox.ts';
import type { BusinessHours } from '#server/platform/business-hours.ts';
import { document } from '#server/records/statements.ts';
import type { TeamTime } from './schedule-rule.ts';
import { longWaitsUntil, type WaitRule, waitEnds } from './wait-time.ts';
import { type WaitingRecord, waiting, waitingRecords } from './waiting-records.ts';

/*
 * Starts the runs of records that have waited too long (ADR 227). Instead of a due time for each record, the moment is computed until which waits
 * must have begun: an index finds those, whatever the business hours.
 */

/** Max runs in one statement. */
const atOnce = 500;
/** Waits of statements that committed late: they began before the previous look, but were not visible then. */
const overlapMs = 10 * 60_000;

/** SQL: a record whose wait has not started a run of the workflow. After a jump of the clock, the stored wait may be in the future. */
const isNew = (stored: string, since: string) =>
  `(${stored}.since < ${since} or ${stored}.since > $now::timestamptz)`;

function startStatement(record: WaitingRecord): TeamStatement {
  const { table, kind, candidates, waits } = waiting[record];
  const bounds =
    record === 'conversation'
      ? 'join unnest($inboxes::uuid[], $afters::timestamptz[], $untils::timestamptz[]) b (inbox_id, after, until) on b.inbox_id = w.inbox_id'
      : ', (select $after::timestamptz, $until::timestamptz) b (after, until)';
  return teamStatement(
    `with c as materialized (${candidates}),
    w as materialized (${waits}),
    due as materialized (
      select w.id, w.since from w ${bounds}
      where w.since > b.after and w.since <= b.until and not exists (
        select from workflow_waits k where k.team_id = $team and k.workflow_id = $id::uuid and k.record_id = w.id and not ${isNew('k', 'w.since')})
      order by w.since, w.id limit ${atOnce}),
    stored as (
      insert into workflow_waits as k (team_id, workflow_id, record_id, since)
      select $team, $id::uuid, due.id, due.since from due
      on conflict (team_id, workflow_id, record_id) do update set since = excluded.since where ${isNew('k', 'excluded.since')}
      returning record_id, since),
    t as materialized (
      select s.record_id, s.since, uuid7() as id, ${document(table, `(select t.* from ${table.name} t where t.team_id = $team and t.id = s.record_id offset 0)`)} as data
      from stored s),
    run as (
      insert into workflow_runs (team_id, id, workflow_id, version, event_id, record_id, payload, depth, next_step_at, created_at)
      select $team, uuid7(), f.id, ${versionOf('f')}, t.id, t.record_id,
        '{"id":"' || t.id || '","type":"${kind}","created_at":"' || ${iso('$now::timestamptz')} || '","data":' || t.data || ',"previous":null}',
        1, $now::timestamptz, $now::timestamptz
      from t, (select f.* from workflows f where ${isOfTeam('f')} and f.id = $id::uuid) f
      returning id)
    select (select count(*) from due)::int as due, (select count(*) from run)::int as runs`,
    unprepared,
  );
}

const statements = Object.fromEntries(
  waitingRecords.map((record) => [record, startStatement(record)]),
) as Readonly<Record<WaitingRecord, TeamStatement>>;

const inboxHours = teamStatement(`
  select i.id, coalesce(i.business_hours, t.business_hours) as hours from inboxes i join teams t on t.id = $team
  where i.team_id = $team and i.is_active and not i.is_deleted`);

export interface WaitTrigger extends WaitRule {
  readonly record: WaitingRecord;
  readonly in?: string;
}

export interface DueWaits {
  readonly id: string;
  readonly trigger: WaitTrigger;
  readonly team: TeamTime;
  /** Waits that became too long after it count, in Unix milliseconds. */
  readonly from: number;
  /** Waits that began until then were looked at. */
  readonly waitsUntil: number | null;
  readonly now: number;
}

/** Waits that count: those that began after one moment, until another. */
interface Range {
  readonly after: number;
  readonly until: number;
}

const textOf = (at: number) => (Number.isFinite(at) ? new Date(at).toISOString() : '-infinity');

const waitStatement = (record: WaitingRecord) =>
  teamStatement(`
  with c as materialized (select $id::uuid as id), w as materialized (${waiting[record].waits})
  select (extract(epoch from w.since) * 1000)::float8 as since, (extract(epoch from now()) * 1000)::float8 as now, t.time_zone,
    coalesce((select i.business_hours from inboxes i where i.team_id = $team and i.id = w.inbox_id), t.business_hours) as hours
  from w join teams t on t.id = $team`);

const waitStatements = Object.fromEntries(
  waitingRecords.map((record) => [record, waitStatement(record)]),
) as Readonly<Record<WaitingRecord, TeamStatement>>;

/** When the present wait of a record becomes, or became, too long; undefined if it does not wait, `at` undefined if it never does. */
export async function currentWait(
  db: TeamDb,
  trigger: WaitTrigger,
  id: string,
): Promise<{ readonly at: number | undefined; readonly isTooLong: boolean } | undefined> {
  const [row] = await db.run(waitStatements[trigger.record], { id, in: trigger.in ?? null });
  if (!row) return undefined;
  const team = { zone: row.time_zone as string, hours: row.hours as BusinessHours | null };
  const at = waitEnds(trigger, team, row.since as number);
  return { at, isTooLong: at !== undefined && at <= (row.now as number) };
}

/** Bounds of waits in each active inbox, by its business hours. */
async function inboxRanges(
  db: TeamDb,
  { team }: DueWaits,
  rangeOf: (of: TeamTime) => Range,
): Promise<(Range & { readonly id: string })[]> {
  const byHours = new Map<string, Range>();
  return (await db.run(inboxHours)).map(({ id, hours }) => {
    const key = JSON.stringify(hours);
    const range =
      byHours.get(key) ?? rangeOf({ zone: team.zone, hours: hours as BusinessHours | null });
    byHours.set(key, range);
    return { id: id as string, ...range };
  });
}

/** Starts the runs of waits that are too long. @returns the number of runs, and until when all waits were looked at */
export async function startWaits(
  db: TeamDb,
  due: DueWaits,
): Promise<{ readonly count: number; readonly until: number | null }> {
  const { id, trigger, team, from, waitsUntil, now } = due;
  const rangeOf = (of: TeamTime): Range => ({
    after: longWaitsUntil(trigger, of, from),
    until: longWaitsUntil(trigger, of, now),
  });
  const isByInbox = trigger.record === 'conversation';
  const inboxes = isByInbox ? await inboxRanges(db, due, rangeOf) : [];
  const ranges = isByInbox ? inboxes : [rangeOf(team)];
  const until = Math.max(...ranges.map((range) => range.until));
  // A message may arrive late, and an approval may be shown again: only moves begin in the order of time.
  const isOrdered = trigger.record === 'deal' || trigger.record === 'task';
  const after = Math.max(
    Math.min(...ranges.map((range) => range.after)),
    isOrdered && waitsUntil !== null ? waitsUntil - overlapMs : Number.NEGATIVE_INFINITY,
  );
  if (ranges.length === 0 || !(until > after)) return { count: 0, until: waitsUntil };
  const parameters = {
    id,
    in: trigger.in ?? null,
    now: textOf(now),
    after: textOf(after),
    until: textOf(until),
    inboxes: inboxes.map((inbox) => inbox.id),
    afters: inboxes.map((inbox) => textOf(inbox.after)),
    untils: inboxes.map((inbox) => textOf(inbox.until)),
  };
  let count = 0;
  for (;;) {
    const [row] = await db.run(statements[trigger.record], parameters);
    count += Number(row?.runs);
    if (Number(row?.due) < atOnce) return { count, until: isOrdered ? until : null };
  }
}
