import { createHash } from 'node:crypto';
import type { Row, TeamDb } from '#server/db/database.ts';
import { isOfTeam, teamStatement, unprepared } from '#server/db/statement.ts';
import { triggers } from '#server/events/catalogue.ts';
import { versionOf } from '#server/events/outbox.ts';
import type { BusinessHours } from '#server/platform/business-hours.ts';
import { localTime } from '#server/platform/zoned-time.ts';
import {
  type Occurrence,
  occurrencesAfter,
  occurrencesBetween,
  type TeamTime,
} from './schedule-rule.ts';
import { startWaits } from './start-waits.ts';
import { ruleOf, type Timing, waitOf } from './time-trigger.ts';
import { durationOf } from './wait-duration.ts';

/*
 * Starts the runs of workflows that are triggered by time (ADR 226). Each workflow is locked while its runs are started, so two processes
 * do not compute the same ones; the identity of each run is unique in the database in any case.
 */

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const minuteMs = 60_000;
/** Max lateness of a run while the clock is not reliable: after a jump, nothing that it skipped is started. */
const maxLateMs = hourMs;
/** Max lateness of a run: after a longer outage, earlier ones are not started. */
const maxOutageMs = 7 * dayMs;
/** Delay until runs that wait for a reliable clock are looked at again. */
const unsteadyMs = 10 * 60_000;
/** Max time between two looks at records that wait; less for shorter waits. */
const maxPauseMs = 10 * minuteMs;
/** Max workflows in one transaction. */
const perTransaction = 50;

const lockDue = teamStatement(
  `with w as materialized (
    select * from workflows where team_id = $team and is_active and next_at <= now()
    order by next_at, id limit ${perTransaction} for no key update skip locked)
  select w.id, w.event, w.timing, (extract(epoch from w.counts_from) * 1000)::float8 as counts_from,
    (extract(epoch from w.waits_until) * 1000)::float8 as waits_until,
    (extract(epoch from now()) * 1000)::float8 as now, t.time_zone, t.business_hours
  from w join teams t on t.id = $team order by w.id`,
  unprepared,
);

/**
 * Starts runs that do not exist yet. Their payloads have the shape of events: the rest of a run does not differ from one that a change
 * triggers.
 */
const start = teamStatement(`
  with due as materialized (
    select d.id, d.payload, n.now from unnest($ids::uuid[], $payloads::text[]) d (id, payload), (select now()) n (now)),
  run as (
    insert into workflow_runs (team_id, id, workflow_id, version, event_id, payload, depth, next_step_at, created_at)
    select $team, uuid7(), w.id, ${versionOf('w')}, due.id, due.payload, 1, due.now, due.now
    from due, (select w.* from workflows w where ${isOfTeam('w')} and w.id = $id) w
    on conflict (team_id, workflow_id, event_id) do nothing
    returning id)
  select id from run`);

const settle = teamStatement(`
  update workflows set next_at = $next_at::timestamptz, counts_from = $counts_from::timestamptz, waits_until = $waits_until::timestamptz
  where ${isOfTeam('workflows')} and id = $id`);

/**
 * Identity of an occurrence: its local day and time, so that neither another time zone nor other business hours repeat it. In the order of
 * time, as ids of events are.
 */
export function occurrenceId(workflow: string, day: string, time: string): string {
  const at = Date.parse(`${day}T${time}:00Z`).toString(16).padStart(12, '0');
  const hash = createHash('sha256').update(`${workflow} ${day} ${time}`).digest('hex');
  return `${at.slice(0, 8)}-${at.slice(8)}-7${hash.slice(0, 3)}-8${hash.slice(3, 6)}-${hash.slice(6, 18)}`;
}

/** Input of templates and conditions: the local day and time at which an occurrence is due. */
export function scheduleAt(zone: string, at: number): Record<string, unknown> {
  const local = new Date(localTime(zone, at));
  const text = local.toISOString();
  return {
    date: text.slice(0, 10),
    time: text.slice(11, 16),
    weekday: local.getUTCDay(),
    day: local.getUTCDate(),
    month: local.getUTCMonth() + 1,
    year: local.getUTCFullYear(),
  };
}

const isoOf = (at: number | undefined) => (at === undefined ? null : new Date(at).toISOString());

/** A locked workflow. */
interface DueWorkflow {
  readonly id: string;
  readonly timing: Timing;
  readonly team: TeamTime;
  /** Moment after which it counts, in Unix milliseconds. */
  readonly from: number;
  readonly waitsUntil: number | null;
  readonly now: number;
}

/** Runs that were started, and the times to store, in Unix milliseconds. */
interface Started {
  readonly count: number;
  readonly nextAt: number;
  readonly countsFrom: number;
  readonly waitsUntil: number | null;
}

const payloadOf = ({ team }: DueWorkflow, id: string, { at }: Occurrence) =>
  JSON.stringify({
    id,
    type: triggers.schedule.kind,
    created_at: isoOf(at),
    due_at: isoOf(at),
    data: scheduleAt(team.zone, at),
    previous: null,
  });

async function startSchedule(db: TeamDb, due: DueWorkflow): Promise<Started> {
  const { id, timing, team, from, now } = due;
  const rule = ruleOf(timing);
  const runs = occurrencesBetween(rule, team, from, now).map((occurrence) => {
    const identity = occurrenceId(id, occurrence.day, rule.at);
    return { id: identity, payload: payloadOf(due, identity, occurrence) };
  });
  const [next] = occurrencesAfter(rule, team, now, 1);
  const values = { id, ids: runs.map((run) => run.id), payloads: runs.map((run) => run.payload) };
  const started = runs.length === 0 ? [] : await db.run(start, values);
  return {
    count: started.length,
    // Without an occurrence in sight, business hours may change.
    nextAt: next?.at ?? now + dayMs,
    countsFrom: now,
    waitsUntil: null,
  };
}

async function startLongWaits(db: TeamDb, due: DueWorkflow, countsFrom: number): Promise<Started> {
  const trigger = waitOf(due.timing);
  const { count, until } = await startWaits(db, { ...due, trigger });
  const lateness = Math.min(Math.max((durationOf(trigger.for) ?? 0) / 10, minuteMs), maxPauseMs);
  return { count, nextAt: due.now + lateness, countsFrom, waitsUntil: until };
}

async function startWorkflow(db: TeamDb, row: Row, isSteady: boolean): Promise<number> {
  const now = row.now as number;
  const id = row.id as string;
  const { event } = row;
  const isSchedule = event === triggers.schedule.event;
  if (row.timing === null || !(isSchedule || event === triggers.waiting_longer_than.event)) {
    // A node of the previous version changed the trigger.
    await db.run(settle, { id, next_at: null, counts_from: null, waits_until: null });
    return 0;
  }
  // Enabled by a node of the previous version.
  const countsFrom = (row.counts_from as number | null) ?? now;
  const waitsUntil = row.waits_until as number | null;
  const mostLate = isSteady ? (isSchedule ? maxOutageMs : Number.POSITIVE_INFINITY) : maxLateMs;
  const due: DueWorkflow = {
    id,
    timing: row.timing as Timing,
    team: {
      zone: row.time_zone as string,
      hours: row.business_hours as BusinessHours | null,
    },
    from: Math.max(countsFrom, now - mostLate),
    waitsUntil,
    now,
  };
  const started = isSchedule
    ? await startSchedule(db, due)
    : await startLongWaits(db, due, countsFrom);
  const isDeferred = !isSteady && countsFrom < now - maxLateMs;
  await db.run(settle, {
    id,
    next_at: isoOf(isDeferred ? Math.min(started.nextAt, now + unsteadyMs) : started.nextAt),
    counts_from: isoOf(isDeferred ? countsFrom : started.countsFrom),
    waits_until: isoOf((isDeferred ? waitsUntil : started.waitsUntil) ?? undefined),
  });
  return started.count;
}

/** Starts the runs that are due in a team. @param isSteady true if the clock is reliable @returns the number of runs */
export async function startInTeam(db: TeamDb, isSteady: boolean): Promise<number> {
  let count = 0;
  for (;;) {
    const rows = await db.transaction(async (tx) => {
      const due = await tx.run(lockDue);
      for (const row of due) count += await startWorkflow(tx, row, isSteady);
      return due.length;
    });
    if (rows < perTransaction) return count;
  }
}
