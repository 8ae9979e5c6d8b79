import { setTimeout as sleep } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import type { Row, TeamDb } from '#server/db/database.ts';
import { isUnclaimed, type Queue } from '#server/db/job-queue.ts';
import { teamStatement, unprepared } from '#server/db/statement.ts';
import { notices } from '#server/events/live/notices.ts';
import { emits } from '#server/events/outbox.ts';
import { isPassing } from '#server/platform/errors.ts';
import { storedDetails } from '#server/records/coded-reason.ts';
import { emitsMessageUpdated } from '../conversations/messages-table.ts';
import { type Condition, matchesCondition } from './conditions.ts';
import { runLimitReason } from './run-limit.ts';
import { type RunReason, reasonOf, reasons, StepFailure } from './run-reasons.ts';
import {
  type Action,
  type ActionParts,
  actions,
  ClaimLost,
  OutcomePending,
} from './step-actions.ts';
import type { Step } from './step-input.ts';
import { type Stored, storedChange } from './subjects.ts';
import { currentVersion, versionNamed } from './versions.ts';

/*
 * Runs of workflows: one queue per team. A run belongs to the change that fired it. A step's effect, its outcome and the run's position
 * commit together; if a process dies, its claim expires and another process does the step.
 */

/** Lease of a claim: longer than a step takes, including a gateway's response. */
const claimSeconds = 45;
/** Pause of a run if the database is unreachable or too busy. */
const awayMs = 1_000;
/** Max number of concurrent runs per team and process. */
const width = 8;
/** Retry delays of a failed step, in milliseconds. */
const waits = [5_000, 30_000, 120_000, 600_000, 3_600_000];

const changedRuns = (from: string) =>
  `select 'workflow_runs' as record_type, n.id as record_id from ${from} n`;

/** CTE that notifies live streams of changed runs. @param from a row source with `id` */
const runNotices = (from: string) => notices(changedRuns(from));

/**
 * SQL: the messages that runs failed to send, as notices: threads show when the step is attempted next, and whether the run is over.
 * @param from a row source with `id`
 */
export const unsentMessages = (from: string): string => `
  select 'messages' as record_type, s.effect_id as record_id from ${from} n
  join workflow_steps s on s.team_id = $team and s.run_id = n.id and s.type = 'send_message' and s.status in ('running', 'failed')
    and s.effect_id is not null`;

/** Same as {@link runNotices} for a step that was not done: its message is shown differently then. */
const undoneStepNotices = (from: string) =>
  notices(`${changedRuns(from)} union all ${unsentMessages(from)}`);

const claimRuns = teamStatement(
  `
  with ready as (
    select id from workflow_runs r
    where team_id = $team and status = 'pending' and next_step_at <= now() and ${isUnclaimed('r')}
    order by next_step_at, id limit $room for update skip locked),
  taken as (
    update workflow_runs r set claim = $claim, claimed_until = now() + interval '${claimSeconds} seconds' from ready
    where r.team_id = $team and r.id = ready.id
    returning r.*),
  ${runNotices('(select id from taken where step = 0 and failures = 0)')}
  select taken.id, taken.workflow_id, taken.payload, taken.subject, taken.depth, taken.step, taken.failures, taken.stopping,
    taken.version, w.is_active, v.conditions, v.steps
  from taken join workflows w on w.team_id = $team and w.id = taken.workflow_id
  left join workflow_versions v on v.team_id = $team and v.workflow_id = w.id and v.version = taken.version
  order by taken.id`,
  unprepared,
);

/** Binds a run that the previous version of the service began to the workflow's current version, which that service would also use. */
const bind = teamStatement(`
  update workflow_runs set version = $version where team_id = $team and id = $id and claim = $claim returning id`);

/** SQL: the sentence and the details of a reason without values. */
const literals = (reason: RunReason) => ({
  sentence: `'${reason.text}'`,
  details: `'${storedDetails(reason)}'`,
});

/** Reason of a run that a user has stopped, as SQL. */
export const stopped = literals(reasons.stopped());
const stoppedSending = literals(reasons.stoppedSending());

/** CTE that ends the step that waits for its message's outcome. @param from runs that were stopped: `id`, `now` */
export const abandons = (from: string): string => `
  abandoned as (
    update workflow_steps s set status = 'failed', reason = ${stoppedSending.sentence}, reason_details = ${stoppedSending.details},
      completed_at = ${from}.now
    from ${from} where s.team_id = $team and s.run_id = ${from}.id and s.status = 'running')`;

// The run may be stopped while this statement waits for its row: the row's own `stopping` counts, not what a subquery read before.
const ends = '($is_last::boolean or stopping)';

/**
 * Completes a step; the run continues `$wait_ms` later, or ends. Returns no row if another process holds the claim; otherwise whether the
 * run `goes_on`.
 */
const advance = teamStatement(`
  with r as (
    update workflow_runs set step = step + 1, failures = 0,
      reason = case when stopping and not $is_last then ${stopped.sentence} end,
      reason_details = case when stopping and not $is_last then ${stopped.details} end,
      status = case when $is_last then 'done' when stopping then 'stopped' else 'pending' end::run_status,
      next_step_at = case when not ${ends} then clock.next end,
      completed_at = case when ${ends} then clock.now end,
      claim = case when not ${ends} then claim end,
      claimed_until = case when not ${ends} then clock.until end
    from (select now(), now() + $wait_ms * interval '1 millisecond', now() + interval '${claimSeconds} seconds') clock (now, next, until)
    where team_id = $team and id = $id and claim = $claim and step = $step and status = 'pending'
    returning id, clock.now, status = 'pending' as goes_on),
  s as (
    insert into workflow_steps as s (team_id, run_id, step, type, status, effect_id, completed_at)
    select $team, id, $step::integer, $type::text, 'done', $effect::uuid, now from r
    on conflict (team_id, run_id, step) do update
      set status = 'done', effect_id = excluded.effect_id, reason = null, completed_at = excluded.completed_at),
  ${runNotices('r')}
  select goes_on from r`);

/** Returns no row if another process holds the claim, or the run was stopped: the step is not begun then. */
const extendClaim = teamStatement(`
  update workflow_runs set claimed_until = now() + interval '${claimSeconds} seconds'
  where team_id = $team and id = $id and claim = $claim and step = $step and not stopping returning id`);

/** The message of a retry supersedes the failed one: threads show one message per step. */
const storeIntent = teamStatement(`
  with was as (
    select effect_id from workflow_steps where team_id = $team and run_id = $id and step = $step::integer and effect_id is not null),
  s as (
    insert into workflow_steps as s (team_id, run_id, step, type, status, effect_id)
    values ($team, $id, $step::integer, 'send_message', 'running', $message)
    on conflict (team_id, run_id, step) do update
      set status = 'running', effect_id = excluded.effect_id, completed_at = null),
  c as (
    update messages m set superseded_by = $message::uuid from was
    where m.team_id = $team and m.id = was.effect_id and m.id <> $message::uuid and m.superseded_by is null
    returning m.*),
  ${emits([emitsMessageUpdated(`'{"superseded_by":null}'`)])}
  select count(*) from c`);

/** Fails a step: it is retried `$wait_ms` later; without a delay the run fails. A stopped run ends. */
const fail = teamStatement(`
  with r as (
    update workflow_runs set failures = failures + 1,
      reason = case when stopping and $wait_ms::float8 is not null then ${stopped.sentence} else $reason::text end,
      reason_details = case when stopping and $wait_ms::float8 is not null then ${stopped.details} else $details::text end,
      claim = null, claimed_until = null,
      status = case when $wait_ms is null then 'failed' when stopping then 'stopped' else 'pending' end::run_status,
      next_step_at = case when not stopping then clock.next end,
      completed_at = case when $wait_ms is null or stopping then clock.now end
    from (select now(), now() + $wait_ms * interval '1 millisecond') clock (now, next)
    where team_id = $team and id = $id and claim = $claim and step = $step
    returning id, clock.now),
  s as (
    insert into workflow_steps as s (team_id, run_id, step, type, status, reason, reason_details, completed_at)
    select $team, id, $step::integer, $type::text, 'failed', $reason::text, $details::text, now from r
    on conflict (team_id, run_id, step) do update
      set status = 'failed', reason = excluded.reason, reason_details = excluded.reason_details, completed_at = excluded.completed_at),
  ${undoneStepNotices('r')}
  select id from r`);

const skip = teamStatement(`
  with r as (
    update workflow_runs set status = 'skipped', reason = $reason, reason_details = $details, next_step_at = null, completed_at = now(),
      claim = null, claimed_until = null
    where team_id = $team and id = $id and claim = $claim returning id),
  ${undoneStepNotices('r')}
  select id from r`);

/** Releases the run until `$wait_ms` later; a stopped run ends. */
const release = teamStatement(`
  with r as (
    update workflow_runs set claim = null, claimed_until = null,
      reason = case when stopping then ${stopped.sentence} else reason end,
      reason_details = case when stopping then ${stopped.details} else reason_details end,
      status = case when stopping then 'stopped' else 'pending' end::run_status,
      completed_at = case when stopping then clock.now end,
      next_step_at = case when not stopping then greatest(next_step_at, clock.next) end
    from (select now(), now() + $wait_ms * interval '1 millisecond') clock (now, next)
    where team_id = $team and id = $id and claim = $claim and status = 'pending' returning id, status, clock.now),
  ended as (select * from r where status = 'stopped'),
  ${abandons('ended')},
  ${undoneStepNotices('ended')}
  select id from r`);

/** Claimed run. */
interface Job {
  readonly id: string;
  readonly claim: string;
  readonly workflow: string;
  readonly depth: number;
  /** The record as the change left it: the input of conditions and templates. */
  readonly stored: Stored;
  readonly isActive: boolean;
  /** Version by which it runs; undefined until it is bound to one. */
  readonly plan: Plan | undefined;
  readonly isStopping: boolean;
  readonly step: number;
  readonly failures: number;
}

/** Conditions and steps of a run. */
interface Plan {
  readonly conditions: readonly Condition[];
  readonly steps: readonly Step[];
}

const planOf = ({ conditions, steps }: Row): Plan => ({
  conditions: conditions as Condition[],
  steps: steps as Step[],
});

function jobOf(row: Row, claim: string): Job {
  return {
    id: row.id as string,
    claim,
    workflow: row.workflow_id as string,
    depth: row.depth as number,
    stored: storedChange(row.payload as string, row.subject as string | null),
    isActive: row.is_active as boolean,
    plan: row.version === null ? undefined : planOf(row),
    isStopping: row.stopping as boolean,
    step: row.step as number,
    failures: row.failures as number,
  };
}

/** Queue of one team's runs. */
export function runQueue(db: TeamDb, acting: ActionParts, stopping: AbortSignal): Queue<Job, void> {
  const { log } = acting;

  /** Binds a run without a version to the current one. */
  async function bound({ id, claim, workflow }: Job): Promise<Plan> {
    const version = await currentVersion(db, workflow);
    const row = version === undefined ? undefined : await versionNamed(db, workflow, version);
    if (!row || (await db.run(bind, { id, claim, version })).length === 0) throw new ClaimLost();
    return planOf(row);
  }

  /** @returns true if the run continues at once with the next step */
  async function doStep(job: Job, { steps }: Plan, place: number): Promise<boolean> {
    const { id, claim } = job;
    const step = steps[place];
    if (!step) throw new Error(`run ${id} has no step ${place}`);
    const { type } = step;
    const isLast = place + 1 === steps.length;
    const action: Action = {
      run: id,
      stepIndex: place,
      step,
      change: job.stored.change,
      cause: { caused_by: job.workflow, depth: job.depth },
      async done(tx, effect, waitMs = 0) {
        const values = { id, claim, step: place, type, effect, wait_ms: waitMs, is_last: isLast };
        const [row] = await tx.run(advance, values);
        if (!row) throw new ClaimLost();
        return row.goes_on === true && waitMs === 0;
      },
      async extendClaim(tx) {
        if ((await tx.run(extendClaim, { id, claim, step: place })).length === 0)
          throw new ClaimLost();
      },
      async intends(tx, message) {
        await tx.run(storeIntent, { id, step: place, message });
      },
    };
    return actions[type](db, acting, action);
  }

  async function failed(job: Job, { steps }: Plan, place: number, error: unknown): Promise<void> {
    const { id, claim } = job;
    const isFinal = error instanceof StepFailure && error.isFinal;
    const expected = reasonOf(error);
    if (!expected)
      log.error({ err: error, run: id, step: place }, 'a workflow step failed unexpectedly');
    const why = expected ?? reasons.unexpected();
    const { text: reason } = why;
    const details = storedDetails(why);
    const failures = place === job.step ? job.failures : 0;
    const waitMs = isFinal ? undefined : waits[failures];
    const type = steps[place]?.type;
    const outcome = { type, reason, details, wait_ms: waitMs ?? null };
    await db.run(fail, { id, claim, step: place, ...outcome });
    if (waitMs === undefined)
      log.warn(
        { team: db.id, workflow: job.workflow, run: id, step: place, reason },
        'a workflow run failed',
      );
  }

  /** Returns the reason why a run does nothing; undefined if it does something. */
  async function obstacleOf(job: Job, { conditions }: Plan): Promise<RunReason | undefined> {
    const { of, change } = job.stored;
    if (!job.isActive) return reasons.disabled();
    if (job.step > 0) return undefined;
    const unmet = conditions.find((each) => !matchesCondition(each, change.fields));
    if (unmet) return reasons.unmet(of.table, unmet, 'did');
    return of.table.name === 'conversations' ? runLimitReason(db, job.id) : undefined;
  }

  async function go(job: Job): Promise<void> {
    const { id, claim } = job;
    if (job.isStopping) {
      await db.run(release, { id, claim, wait_ms: 0 });
      return;
    }
    const plan = job.plan ?? (await bound(job));
    const obstacle = await obstacleOf(job, plan);
    if (obstacle) {
      const { text: reason } = obstacle;
      await db.run(skip, { id, claim, reason, details: storedDetails(obstacle) });
      return;
    }
    for (let place = job.step; ; place += 1) {
      if (stopping.aborted) {
        await db.run(release, { id, claim, wait_ms: 0 });
        return;
      }
      try {
        if (await doStep(job, plan, place)) continue;
      } catch (error) {
        if (error instanceof OutcomePending)
          await db.run(release, { id, claim, wait_ms: error.waitMs });
        else if (error instanceof ClaimLost || isPassing(error)) throw error;
        else await failed(job, plan, place, error);
        return;
      }
      await db.run(release, { id, claim, wait_ms: 0 });
      return;
    }
  }

  return {
    width: () => width,
    async claimJobs(room) {
      const claim = uuidv7();
      const rows = await db.run(claimRuns, { claim, room });
      return { jobs: rows.map((row) => jobOf(row, claim)), mayHaveMore: true };
    },
    async work(job) {
      await go(job).catch(async (error: unknown) => {
        const { id, claim } = job;
        if (error instanceof ClaimLost) {
          // If the claim is still ours, the run was stopped.
          await db.run(release, { id, claim, wait_ms: claimSeconds * 1_000 }).catch(() => {});
          return;
        }
        if (!isPassing(error))
          log.error({ err: error, run: job.id }, 'a workflow run failed unexpectedly');
        // If even this fails, the claim expires; either way the run resumes at its current step.
        await sleep(awayMs, undefined, { ref: false });
        await db.run(release, { id, claim, wait_ms: 0 }).catch(() => {});
      });
    },
    async store() {},
  };
}
