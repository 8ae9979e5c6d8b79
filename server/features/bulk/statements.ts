import { isUnclaimed } from '#server/db/job-queue.ts';
import { iso, teamStatement, unprepared } from '#server/db/statement.ts';
import { notices } from '#server/events/live/notices.ts';
import { displayNameOf } from '#server/records/table.ts';
import type { BulkKind } from '../bulk-kinds.ts';

/** Lease of a claim; longer than one record takes. */
const claimSeconds = 30;
/** Hours within which a job can be undone. */
export const undoHours = 24;

const job = `
    insert into bulk_jobs (team_id, id, kind, action, change, user_id, person_id, session_id, claim, claimed_until)
    values ($team, $id, $kind, $action, $change, $user, $person, $session, $claim::uuid,
      case when $claim is not null then now() + interval '${claimSeconds} seconds' end)
    returning id`;

/** Creates a job for given records. */
export const createJob = teamStatement(
  `with j as (${job})
  insert into bulk_items (team_id, job_id, n, record_id)
  select $team, j.id, r.n, r.id from j, unnest($ids::uuid[]) with ordinality r (id, n)`,
);

/** Creates a job for all records that a list matches, at most $most + 1. @param matches SQL of their ids */
export const createJobForList = (matches: string) =>
  teamStatement(
    `with j as (${job}), found as (${matches} order by t.id limit $most + 1), items as (
    insert into bulk_items (team_id, job_id, n, record_id)
    select $team, j.id, row_number() over (order by f.id), f.id from j, found f returning n)
    select count(*)::int as total from items`,
    unprepared,
  );

const ours = 'j.team_id = $team and j.id = $id and j.claim = $claim';

export const claimOne = teamStatement(`
  update bulk_jobs j set claim = $claim, claimed_until = now() + interval '${claimSeconds} seconds'
  where j.team_id = $team and j.id = $id and j.state in ('running', 'undoing') and ${isUnclaimed('j')}
  returning j.id`);

/** Extends the claim. @returns the work of the job */
export const extendClaim = teamStatement(`
  update bulk_jobs j set claimed_until = now() + interval '${claimSeconds} seconds' where ${ours}
  returning j.kind, j.action, j.change, j.state::text as state, j.user_id, j.person_id, j.session_id`);

export const release = teamStatement(
  `update bulk_jobs j set claim = null, claimed_until = null where ${ours}`,
);

/** Next records: pending ones, or when undoing, completed ones in reverse order. */
export const next = teamStatement(`
  (select i.n, i.record_id, i.before, i.after from bulk_items i
    where i.team_id = $team and i.job_id = $id and i.outcome is null and not $back::boolean order by i.n limit 50)
  union all
  (select i.n, i.record_id, i.before, i.after from bulk_items i
    where i.team_id = $team and i.job_id = $id and i.outcome = 'done' and $back order by i.n desc limit 50)`);

/** Stores the outcome of one record. Returns no row if another process holds the claim. */
export const storeOutcome = teamStatement(`
  update bulk_items i set outcome = $outcome, code = $code, message = $message, refusal = $refusal,
    before = coalesce($before, i.before), after = coalesce($after, i.after)
  from bulk_jobs j
  where i.team_id = $team and i.job_id = $id and i.n = $n and i.outcome is not distinct from $was::bulk_outcome
    and ${ours} and j.state::text = $state
  returning i.n`);

const jobNotices = notices(`select 'bulk_jobs' as record_type, $id::uuid as record_id`);

/** Emits a progress event. */
export const progress = teamStatement(`with ${jobNotices} select $team::uuid as team`);

export const finishJob = teamStatement(`
  with ${jobNotices}
  update bulk_jobs j set state = $to, reason = $reason, claim = null, claimed_until = null, finished_at = now()
  where ${ours} and j.state::text = $state returning j.id`);

/** Starts to undo whatever was done so far. Returns no row if it is too late. */
export const undo = teamStatement(`
  update bulk_jobs j set state = 'undoing', finished_at = null, reason = null, claim = null, claimed_until = null
  where j.team_id = $team and j.id = $id and j.user_id = $user and j.state in ('running', 'done', 'stopped')
    and j.created_at > now() - interval '${undoHours} hours'
  returning j.id`);

const named = (kinds: Readonly<Record<string, BulkKind>>) =>
  Object.entries(kinds)
    .map(
      ([kind, { crud }]) =>
        `when '${kind}' then (select ${displayNameOf(crud.table, 'r')} from ${crud.table.name} r where r.team_id = $team and r.id = i.record_id)`,
    )
    .join(' ');

/** Max failures listed in a job. */
const maxFailures = 100;

/** A user's own jobs with counts and failures, as JSON texts. @param which SQL over `j` that selects one job or the recent ones */
export const jobStatement = (kinds: Readonly<Record<string, BulkKind>>, which: string) =>
  teamStatement(`
  select (select row_to_json(d)::text from (
    select j.id, j.kind, j.action, j.change::json as change, j.state, j.reason, c.total, c.done, c.refused, c.undone, c.kept,
      ${iso('j.created_at')} as created_at, case when j.finished_at is not null then ${iso('j.finished_at')} end as finished_at,
      ${iso(`(j.created_at + interval '${undoHours} hours')`)} as undo_until,
      (select coalesce(json_agg(f), '[]') from (
        select i.record_id as id, case j.kind ${named(kinds)} end as name, i.outcome::text as outcome, i.code, i.message,
          i.refusal::json as refusal
        from bulk_items i where i.team_id = $team and i.job_id = j.id and i.outcome in ('refused', 'kept')
        order by i.n limit ${maxFailures}) f) as failures) d) as data
  from bulk_jobs j cross join lateral (
    select count(*)::int as total, count(*) filter (where i.outcome = 'done')::int as done,
      count(*) filter (where i.outcome = 'refused')::int as refused, count(*) filter (where i.outcome = 'undone')::int as undone,
      count(*) filter (where i.outcome = 'kept')::int as kept
    from bulk_items i where i.team_id = $team and i.job_id = j.id) c
  where j.team_id = $team and j.user_id = $user and ${which}`);

/** SQL over `j`: jobs that can still be undone, latest first. */
export const recent = `j.created_at > now() - interval '${undoHours} hours' order by j.id desc limit 20`;

/** Outcome of each record of a job. */
export const outcomes = teamStatement(`
  select i.record_id as id, i.outcome::text as outcome, i.code, i.message from bulk_items i
  where i.team_id = $team and i.job_id = $id order by i.n`);
