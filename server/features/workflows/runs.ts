import { setTimeout as sleep } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import type { Row, TeamDb } from '../../db/database.ts';
import { isFree, type Queue } from '../../db/queue.ts';
import { plannedAnew, teamStatement } from '../../db/statement.ts';
import { ApiError, isPassing } from '../../platform/errors.ts';
import { type Condition, holds, type Step } from './definition.ts';
import { type Acting, type Action, actions, Hopeless, Later, Lost } from './steps.ts';

/*
 * Runs of workflows: one queue a team. A run belongs to the change that fired it. A step's effect, what came of it and the
 * run's place commit together; a process that dies leaves a claim that runs out, and the step is done by another.
 */

/** For how long a claim is believed in: longer than a step takes, a gateway's answer included. */
const claimSeconds = 45;
/** How long a run rests that met a database that was away, or too busy. */
const awayMs = 1_000;
/** How many runs of a team are under way at once in a process. */
const width = 8;
/** The waits before a step that failed is tried again, in milliseconds. */
const waits = [5_000, 30_000, 120_000, 600_000, 3_600_000];

const take = teamStatement(
  `
  with ready as (
    select id from workflow_runs r
    where team_id = $team and status = 'pending' and next_step_at <= now() and ${isFree('r')}
    order by next_step_at, id limit $room for update skip locked),
  taken as (
    update workflow_runs r set claim = $claim, claimed_until = now() + interval '${claimSeconds} seconds' from ready
    where r.team_id = $team and r.id = ready.id
    returning r.*)
  select taken.id, taken.workflow_id, taken.payload, taken.depth, taken.step, taken.failures,
    w.is_active, w.conditions, w.steps
  from taken join workflows w on w.team_id = $team and w.id = taken.workflow_id
  order by taken.id`,
  plannedAnew,
);

/** A step is done, and the run goes on `$wait_ms` later, or has come to its end. No row where the claim is another's. */
const advance = teamStatement(`
  with r as (
    update workflow_runs set step = step + 1, failures = 0, reason = null,
      status = case when $is_last::boolean then 'done' else 'pending' end::run_status,
      next_step_at = case when not $is_last then clock.next end,
      completed_at = case when $is_last then clock.now end,
      claim = case when not $is_last then claim end,
      claimed_until = case when not $is_last then clock.until end
    from (select now(), now() + $wait_ms * interval '1 millisecond', now() + interval '${claimSeconds} seconds') clock (now, next, until)
    where team_id = $team and id = $id and claim = $claim and step = $step and status = 'pending'
    returning id, clock.now)
  insert into workflow_steps as s (team_id, run_id, step, type, status, effect_id, completed_at)
  select $team, id, $step::integer, $type::text, 'done', $effect::uuid, now from r
  on conflict (team_id, run_id, step) do update
    set status = 'done', effect_id = excluded.effect_id, reason = null, completed_at = excluded.completed_at
  returning run_id`);

const hold = teamStatement(`
  update workflow_runs set claimed_until = now() + interval '${claimSeconds} seconds'
  where team_id = $team and id = $id and claim = $claim and step = $step returning id`);

/** A step failed: it is tried again `$wait_ms` later; without that the run has failed. */
const fail = teamStatement(`
  with r as (
    update workflow_runs set failures = failures + 1, reason = $reason::text, claim = null, claimed_until = null,
      status = case when $wait_ms::float8 is null then 'failed' else 'pending' end::run_status,
      next_step_at = clock.next,
      completed_at = case when $wait_ms is null then clock.now end
    from (select now(), now() + $wait_ms * interval '1 millisecond') clock (now, next)
    where team_id = $team and id = $id and claim = $claim and step = $step
    returning id, clock.now)
  insert into workflow_steps as s (team_id, run_id, step, type, status, reason, completed_at)
  select $team, id, $step::integer, $type::text, 'failed', $reason::text, now from r
  on conflict (team_id, run_id, step) do update
    set status = 'failed', reason = excluded.reason, completed_at = excluded.completed_at
  returning run_id`);

const skip = teamStatement(`
  update workflow_runs set status = 'skipped', reason = $reason, next_step_at = null, completed_at = now(),
    claim = null, claimed_until = null
  where team_id = $team and id = $id and claim = $claim returning id`);

/** Gives the run back, for `$wait_ms` later. */
const release = teamStatement(`
  update workflow_runs set claim = null, claimed_until = null, next_step_at = greatest(next_step_at, now() + $wait_ms * interval '1 millisecond')
  where team_id = $team and id = $id and claim = $claim and status = 'pending' returning id`);

/** A run that was claimed. */
interface Job {
  readonly id: string;
  readonly claim: string;
  readonly workflow: string;
  readonly depth: number;
  /** The deal and its old values at the moment of the change: what conditions and templates read. */
  readonly change: { readonly deal: Record<string, unknown>; readonly previous: unknown };
  readonly isActive: boolean;
  readonly conditions: readonly Condition[];
  readonly steps: readonly Step[];
  readonly step: number;
  readonly failures: number;
}

function jobOf(row: Row, claim: string): Job {
  const { data, previous } = JSON.parse(row.payload as string) as Record<string, unknown>;
  return {
    id: row.id as string,
    claim,
    workflow: row.workflow_id as string,
    depth: row.depth as number,
    change: { deal: data as Record<string, unknown>, previous },
    isActive: row.is_active as boolean,
    conditions: row.conditions as Condition[],
    steps: row.steps as Step[],
    step: row.step as number,
    failures: row.failures as number,
  };
}

const words = ({ field, op, value }: Condition) => `${field} ${op} ${JSON.stringify(value)}`;

/** The queue of one team's runs. */
export function runQueue(db: TeamDb, acting: Acting, stopped: AbortSignal): Queue<Job, void> {
  const { log } = acting;

  /** @returns whether the run goes on at once with the step after */
  async function doStep(job: Job, place: number): Promise<boolean> {
    const { id, claim } = job;
    const step = job.steps[place];
    if (!step) throw new Error(`run ${id} has no step ${place}`);
    const { type } = step;
    const isLast = place + 1 === job.steps.length;
    const action: Action = {
      run: id,
      place,
      step,
      change: job.change,
      cause: { caused_by: job.workflow, depth: job.depth },
      async done(tx, effect, waitMs = 0) {
        const values = { id, claim, step: place, type, effect, wait_ms: waitMs, is_last: isLast };
        if ((await tx.run(advance, values)).length === 0) throw new Lost();
        return !isLast && waitMs === 0;
      },
      async hold(tx) {
        if ((await tx.run(hold, { id, claim, step: place })).length === 0) throw new Lost();
      },
    };
    return actions[type](db, acting, action);
  }

  async function failed(job: Job, place: number, error: unknown): Promise<void> {
    const { id, claim } = job;
    const isFinal = error instanceof Hopeless;
    const isOurs = !isFinal && !(error instanceof ApiError);
    if (isOurs)
      log.error({ err: error, run: id, step: place }, 'a workflow step failed unexpectedly');
    const reason = isOurs ? 'something went wrong in the service; see its log' : error.message;
    const failures = place === job.step ? job.failures : 0;
    const waitMs = isFinal ? undefined : waits[failures];
    const type = job.steps[place]?.type;
    await db.run(fail, { id, claim, step: place, type, reason, wait_ms: waitMs ?? null });
    if (waitMs === undefined)
      log.warn(
        { team: db.id, workflow: job.workflow, run: id, step: place, reason },
        'a workflow run failed',
      );
  }

  async function go(job: Job): Promise<void> {
    const { id, claim } = job;
    const unmet = job.step === 0 && job.conditions.find((each) => !holds(each, job.change.deal));
    const obstacle = !job.isActive
      ? 'the workflow was disabled'
      : unmet && `the deal did not meet: ${words(unmet)}`;
    if (obstacle) {
      await db.run(skip, { id, claim, reason: obstacle });
      return;
    }
    for (let place = job.step; ; place += 1) {
      if (stopped.aborted) {
        await db.run(release, { id, claim, wait_ms: 0 });
        return;
      }
      try {
        if (await doStep(job, place)) continue;
      } catch (error) {
        if (error instanceof Later) await db.run(release, { id, claim, wait_ms: error.waitMs });
        else if (error instanceof Lost || isPassing(error)) throw error;
        else await failed(job, place, error);
        return;
      }
      await db.run(release, { id, claim, wait_ms: 0 });
      return;
    }
  }

  return {
    width: () => width,
    async take(room) {
      const claim = uuidv7();
      const rows = await db.run(take, { claim, room });
      return { jobs: rows.map((row) => jobOf(row, claim)), mayHaveMore: true };
    },
    async work(job) {
      await go(job).catch(async (error: unknown) => {
        if (error instanceof Lost) return;
        if (!isPassing(error))
          log.error({ err: error, run: job.id }, 'a workflow run failed unexpectedly');
        // Where even this is not possible the claim runs out; either way the run is taken up where it stands.
        await sleep(awayMs, undefined, { ref: false });
        const { id, claim } = job;
        await db.run(release, { id, claim, wait_ms: 0 }).catch(() => {});
      });
    },
    async store() {},
  };
}
