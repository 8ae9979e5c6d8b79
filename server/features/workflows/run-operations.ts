import type { TeamDb } from '#server/db/database.ts';
import { isUnclaimed } from '#server/db/job-queue.ts';
import { iso, teamStatement } from '#server/db/statement.ts';
import { recordAudit } from '#server/events/audit.ts';
import { notices } from '#server/events/live/notices.ts';
import { operation } from '#server/operations/operation.ts';
import { conflict } from '#server/platform/errors.ts';
import { Type } from '#server/platform/schema.ts';
import { about, boolean, kind, oneOf, uuid, withDefault } from '#server/records/fields.ts';
import { parsed, readAfterWrite } from '#server/records/read-after-write.ts';
import { withValues } from './run-values.ts';
import { abandons, stopped, unsentMessages } from './runs.ts';
import { uncertainReason } from './step-actions.ts';
import { recordIdOf, recordTypeOf, statuses, workflowRuns } from './table.ts';
import { currentVersion } from './versions.ts';

/*
 * Operations of users on runs. Each locks the run, as workers do when they claim it or record a step: the later of two sees the result of
 * the earlier. None waits for a worker: a step in progress is completed.
 */

/** Latest runs with the outcome of each step. */
const lastRuns = teamStatement(`
  select r.id, r.workflow_id, w.name as workflow, r.version, ${recordTypeOf('r')} as record_type, ${recordIdOf('r')} as record_id,
    case when ${recordTypeOf('r')} = 'deals' then ${recordIdOf('r')} end as deal_id, r.status, r.reason, r.depth,
    ${iso('r.created_at')} as created_at, ${iso('r.completed_at')} as completed_at,
    ${iso('r.next_step_at')} as next_step_at, (r.stopping and r.status = 'pending') as is_stopping,
    (select coalesce(json_agg(s order by s.step), '[]') from (
      select s.step + 1 as step, s.type, s.status, s.effect_id, s.reason,
        ${iso('s.started_at')} as started_at, ${iso('s.completed_at')} as completed_at
      from workflow_steps s where s.team_id = $team and s.run_id = r.id) s) as steps
  from workflow_runs r join workflows w on w.team_id = $team and w.id = r.workflow_id
  where r.team_id = $team and ($workflow::uuid is null or r.workflow_id = $workflow)
    and ($status::run_status is null or r.status = $status)
  order by r.id desc limit $limit`);

const maxRuns = 1_000;

export const runs = operation({
  name: 'workflows.runs',
  id: 'listWorkflowRuns',
  summary: 'List the latest workflow runs of a team, step by step',
  cli: 'workflow runs',
  allow: { operator: true },
  emits: [],
  input: {
    fields: {
      workflow: uuid,
      status: oneOf('run_status', [...statuses]),
      limit: withDefault(
        kind(
          Type.Integer({ minimum: 1, maximum: maxRuns }),
          `a whole number from 1 to ${maxRuns}`,
          'integer',
        ),
        20,
      ),
    },
  },
  output: { kind: 'object', keys: ['runs'] },
  one: 'workflow',
  run: async ({ db }, { values }) => ({ runs: await db.run(lastRuns, values) }),
});

const lockRun = `
  held as materialized (select * from workflow_runs where team_id = $team and id = $id for no key update)`;

const stop = teamStatement(`
  with ${lockRun},
  r as (
    update workflow_runs r set stopping = true,
      status = case when ${isUnclaimed('held')} then 'stopped' else 'pending' end::run_status,
      reason = case when ${isUnclaimed('held')} then ${stopped.sentence} else held.reason end,
      reason_details = case when ${isUnclaimed('held')} then ${stopped.details} else held.reason_details end,
      next_step_at = case when not ${isUnclaimed('held')} then held.next_step_at end,
      completed_at = case when ${isUnclaimed('held')} then clock.now end,
      claim = case when not ${isUnclaimed('held')} then held.claim end,
      claimed_until = case when not ${isUnclaimed('held')} then held.claimed_until end
    from held, (select now()) clock (now)
    where r.team_id = $team and r.id = held.id and held.status = 'pending'
    returning r.id, r.status, clock.now),
  ended as (select * from r where status = 'stopped'),
  ${abandons('ended')},
  ${notices(unsentMessages('r'))}
  select held.status as was, held.stopping as was_stopping, r.status from held left join r on true`);

/** Resumes a run. Returns its previous state, and whether it was resumed. */
const goOn = teamStatement(`
  with ${lockRun},
  plan as (
    select held.id, json_array_length(v.steps) as steps, v.steps -> held.step ->> 'type' as type, w.is_active, w.deleted_at is not null as is_deleted,
      not $skip::boolean and exists (
        select from workflow_steps s join messages m on m.team_id = $team and m.id = s.effect_id
        where s.team_id = $team and s.run_id = held.id and s.step = held.step and m.status = 'failed'
          and (m.is_reserved or m.msgapp_message_id is null) and m.status_reason ~ '${uncertainReason}') as is_unknown
    from held join workflows w on w.team_id = $team and w.id = held.workflow_id
    join workflow_versions v on v.team_id = $team and v.workflow_id = w.id and v.version = coalesce(held.version, $version)),
  r as (
    update workflow_runs r set version = coalesce(held.version, $version), stopping = false, failures = 0, reason = null,
      step = held.step + place.skipped,
      status = case when place.is_over then 'done' else 'pending' end::run_status,
      next_step_at = case when not place.is_over then clock.now end,
      completed_at = case when place.is_over then clock.now end
    from held, plan, (select now()) clock (now),
      lateral (
        select case when $skip then 1 else 0 end as skipped, $skip and held.step + 1 >= plan.steps as is_over) place
    where r.team_id = $team and r.id = held.id and held.status in ('failed', 'stopped') and plan.is_active and not plan.is_unknown
    returning r.id, held.step, plan.type, clock.now),
  s as (
    insert into workflow_steps as s (team_id, run_id, step, type, status, completed_at)
    select $team, r.id, r.step, r.type, 'skipped', r.now from r where $skip
    on conflict (team_id, run_id, step) do update set status = 'skipped', completed_at = excluded.completed_at),
  ${notices(unsentMessages('r'))}
  select held.status as was, held.step, plan.is_active, plan.is_deleted, plan.is_unknown, exists (select from r) as goes_on from held, plan`);

const workflowOf = teamStatement(
  'select workflow_id, version from workflow_runs where team_id = $team and id = $id',
);

const after = readAfterWrite(workflowRuns);

/** Returns the response of a change as an object. */
async function runResponse(
  db: TeamDb,
  id: string,
  work: (tx: TeamDb) => Promise<string | undefined>,
): Promise<object | undefined> {
  const text = await after(db, work);
  return text === undefined ? undefined : parsed(await withValues(db, id, text));
}

const runEnded = (status: unknown) => conflict(`The run is ${status} already.`, 'run_over');

export const stopRun = operation({
  name: 'workflows.stop_run',
  id: 'stopWorkflowRun',
  summary: 'Stop a run of a workflow',
  note: 'Stops immediately if the run is waiting, otherwise after the current step; `is_stopping` is true until then. The effects of its steps remain. Returns 409 if the run has ended.',
  cli: 'workflow stop',
  allow: { operator: true, user: 'admin' },
  panel: { method: 'POST', path: `${workflowRuns.path}/:id/stop`, status: 200 },
  emits: [],
  input: { path: ['id'] },
  output: { kind: 'record', table: workflowRuns },
  mayFail: ['CONFLICT'],
  one: workflowRuns.one,
  run: ({ db }, { id }) =>
    runResponse(db, id, async (tx) => {
      const [row] = await tx.run(stop, { id });
      if (!row) return undefined;
      const { was, status } = row;
      if (status === null) throw runEnded(was);
      // An earlier request has stopped it.
      if (row.was_stopping === true) return id;
      await recordAudit(tx, {
        type: workflowRuns.name,
        id,
        before: { status: was },
        after: { status: 'stopped' },
      });
      return id;
    }),
});

export const continueRun = operation({
  name: 'workflows.continue_run',
  id: 'continueWorkflowRun',
  summary: 'Resume a run that failed or was stopped',
  note: 'Retries the current step with the full number of attempts, or with `skip` continues after it without running it. Uses the version with which the run began. Returns 409 if the run is pending or done, if the workflow is disabled or deleted, or if the step is a message that may have been sent: it is not sent again, only skipped.',
  cli: 'workflow continue',
  allow: { operator: true, user: 'admin' },
  panel: { method: 'POST', path: `${workflowRuns.path}/:id/continue`, status: 200 },
  emits: [],
  input: {
    path: ['id'],
    fields: {
      skip: about(
        'True to skip the failed step; otherwise it is retried.',
        withDefault(boolean, false),
      ),
    },
  },
  output: { kind: 'record', table: workflowRuns },
  mayFail: ['CONFLICT'],
  one: workflowRuns.one,
  run: ({ db }, { id, values: { skip } }) =>
    runResponse(db, id, async (tx) => {
      const [run] = await tx.run(workflowOf, { id });
      if (!run) return undefined;
      const version = run.version ?? (await currentVersion(tx, run.workflow_id as string));
      const [row] = await tx.run(goOn, { id, skip, version });
      if (!row) return undefined;
      const { was, goes_on, is_active, is_deleted, is_unknown } = row;
      if (goes_on !== true) {
        if (was !== 'failed' && was !== 'stopped') throw runEnded(was);
        if (is_deleted === true)
          throw conflict('The workflow of this run was deleted.', 'missing_record');
        if (is_active !== true)
          throw conflict('The workflow is disabled. Enable it first.', 'workflow_disabled');
        if (is_unknown === true)
          throw conflict(
            'The message may have been sent, so it is not sent again. Skip the step to continue after it.',
            'maybe_sent',
          );
      }
      const step = Number(row.step) + 1;
      await recordAudit(tx, {
        type: workflowRuns.name,
        id,
        before: { status: was },
        after: { status: 'pending', step: skip ? step + 1 : step, ...(skip && { skipped: step }) },
      });
      return id;
    }),
});
