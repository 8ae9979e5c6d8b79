import { isUnclaimed } from '#server/db/job-queue.ts';
import { iso, teamStatement } from '#server/db/statement.ts';
import { audits } from '#server/events/audit.ts';
import { personalNotices } from '#server/events/live/notices.ts';
import { detailsOf } from '#server/records/coded-reason.ts';

/* Exports: `exports`. At most one of a team runs; the others wait for it in the order in which they were created. */

export const exportStates = ['waiting', 'running', 'ready', 'failed'] as const;

/** SQL: states in which the worker has something to do. */
export const workStates = `('waiting', 'running')`;

/** Lease of a claim: longer than storing a file takes. */
const claimSeconds = 120;
/** Hours for which a file can be downloaded, and a failed export is listed. */
export const keptHours = 24;
/** Maximum exports of a team that wait. */
export const maxWaiting = 10;
/** After this number of attempts, the export fails. */
export const maxAttempts = 20;

const audited = (t: string) =>
  `json_strip_nulls(json_build_object('resource', ${t}.resource, 'format', ${t}.format, 'query', nullif(${t}.query, ''), 'columns', ${t}.columns,
    'state', ${t}.state, 'records', ${t}.total, 'bytes', ${t}.bytes))::text`;

/** CTE: notices of changed exports `t` for the members who made them. */
const noticesOfOwner = personalNotices('select t.user_id, t.id from t', 'exports', 'r.id');

/** Counts the waiting exports of the team one after the other, until the end of the transaction. */
export const lockWaiting = teamStatement(
  'select pg_advisory_xact_lock(hashtextextended($team::text, 12)) as held',
);

/** Creates an export. Returns no row if too many wait. */
export const insertExport = teamStatement(`
  with t as (
    insert into exports (team_id, id, resource, query, columns, format, language, user_id)
    select $team, $id, $resource, $query, $columns::text[], $format, $language, $user::uuid
    where (select count(*) from exports w where w.team_id = $team and w.state in ${workStates}) <= ${maxWaiting}
    returning *),
  ${audits([{ type: 'exports', from: 't', record: 't.id', after: audited('t') }])}
  select id from t`);

const columns = `
  e.id, e.resource, e.format, e.language, e.columns, e.query, e.state, e.reason,
  ${detailsOf('e.reason_details', 'e.reason')} as reason_details, e.total, e.done, e.bytes::float8 as bytes,
  ${iso('e.created_at')} as created_at, ${iso('e.finished_at')} as finished_at,
  case when e.state = 'ready' then ${iso('e.expires_at')} end as download_until`;

/** SQL: exports that are not to be removed yet. */
const isKept = '(e.expires_at is null or e.expires_at > now())';

export const selectExport = teamStatement(
  `select ${columns} from exports e where e.team_id = $team and e.id = $id and e.user_id = $user and ${isKept}`,
);

/** Maximum exports in a list. */
const maxListed = 50;
export const selectExports = teamStatement(
  `select ${columns} from exports e where e.team_id = $team and e.user_id = $user and ${isKept} order by e.id desc limit ${maxListed}`,
);

/** SQL of a CTE: notes the places of exports for the removal of their bytes. @param rows SQL of rows with `place` */
const removesBytes = (rows: string) => `removals as (
    insert into blob_removals (team_id, place) select $team, r.place from (${rows}) r where r.place is not null on conflict do nothing)`;

/** Deletes an export, whatever its state. */
export const deleteExport = teamStatement(`
  with t as (
    delete from exports e where e.team_id = $team and e.id = $id and e.user_id = $user returning e.*),
  ${removesBytes('select t.place from t')},
  ${audits([{ type: 'exports', from: 't', record: 't.id', before: audited('t') }])}
  select id from t`);

/** Deletes exports after their time. */
export const deleteExpired = teamStatement(`
  with t as (
    delete from exports e where e.team_id = $team and e.id = any($ids::uuid[]) and e.expires_at <= now() returning e.*),
  ${removesBytes('select t.place from t')},
  ${noticesOfOwner}
  select id from t`);

/** A file that can be downloaded. */
export const fileOf = teamStatement(`
  select e.resource, e.format, e.language, e.place, e.bytes::float8 as bytes, encode(e.sha256, 'hex') as sha256, e.has_values,
    (e.created_at at time zone x.time_zone)::date::text as day, x.slug
  from exports e join teams x on x.id = $team
  where e.team_id = $team and e.id = $id and e.user_id = $user and e.state = 'ready' and ${isKept}`);

// The worker --------------------------------------------------------------------------------------------------------

const held = 'e.team_id = $team and e.id = $id and e.claim = $claim';

/** SQL: true while the member who made the export may do so, whatever has changed since. */
const isPermitted = `exists (
    select from users u join people p on p.id = u.person_id
    where u.team_id = $team and u.id = e.user_id and u.suspended_at is null and p.disabled_at is null
      and (u.role = 'owner' or u.may_export and e.resource <> 'team'))`;

/** Releases the claims of processes that ended, so that another export of the team can run. */
export const releaseExpired = teamStatement(
  'update exports set claim = null, claimed_until = null where team_id = $team and claimed_until <= now()',
);

/** Claims the export of the team that has waited longest. */
export const claimExport = teamStatement(`
  with t as (
    update exports e set claim = $claim, claimed_until = now() + interval '${claimSeconds} seconds', state = 'running',
      attempts = e.attempts + 1, done = 0
    where e.team_id = $team and e.id = (
        select w.id from exports w where w.team_id = $team and w.state in ${workStates} order by w.created_at, w.id limit 1)
      and ${isUnclaimed('e')} and not exists (select from exports o where o.team_id = $team and o.claim is not null)
    returning *),
  ${noticesOfOwner}
  select id from t`);

export const release = teamStatement(
  `update exports e set claim = null, claimed_until = null where ${held}`,
);

export const workOf = teamStatement(`
  select e.resource, e.query, e.columns, e.format, e.language, e.attempts, e.user_id, x.slug, x.name,
    coalesce((select u.role <> 'member' or u.sees_values from users u where u.team_id = $team and u.id = e.user_id), false) as sees_values,
    ${isPermitted} as is_permitted
  from exports e join teams x on x.id = $team
  where ${held}`);

/** Stores the progress, and extends the claim. Returns no row if it is lost; `is_permitted` is false if the right is. */
export const storeProgress = teamStatement(`
  with t as (
    update exports e set done = $done, total = coalesce($total::int, e.total), claimed_until = now() + interval '${claimSeconds} seconds'
    where ${held} returning e.*),
  ${noticesOfOwner}
  select ${isPermitted} as is_permitted from t e`);

/** Records where the bytes will be, before they are stored. Returns no row if the claim is lost. */
export const storePlace = teamStatement(`
  with old as materialized (select e.id, e.place from exports e where ${held} for update),
  t as (
    update exports e set place = $place, claimed_until = now() + interval '1 hour' from old
    where e.team_id = $team and e.id = old.id returning e.id),
  ${removesBytes('select old.place from old')}
  select id from t`);

/** Ends the work with a file. Returns no row if the claim is lost. */
export const finishExport = teamStatement(`
  with t as (
    update exports e set state = 'ready', bytes = $bytes, sha256 = decode($sha256, 'hex'), total = $done, done = $done,
      has_values = $has_values, claim = null, claimed_until = null, finished_at = now(),
      expires_at = now() + interval '${keptHours} hours'
    where ${held} returning e.*),
  ${audits([{ type: 'exports', from: 't', record: 't.id', after: audited('t') }])}
  select id from t`);

/** Ends the work without one. */
export const failExport = teamStatement(`
  with old as materialized (select e.id, e.place from exports e where ${held} for update),
  t as (
    update exports e set state = 'failed', reason = $reason, reason_details = $details, place = null, claim = null,
      claimed_until = null, finished_at = now(), expires_at = now() + interval '${keptHours} hours'
    from old where e.team_id = $team and e.id = old.id returning e.*),
  ${removesBytes('select old.place from old')},
  ${audits([{ type: 'exports', from: 't', record: 't.id', after: audited('t') }])}
  select id from t`);

/** Notes bytes that no export refers to for removal. */
export const removeBytes = teamStatement(
  'insert into blob_removals (team_id, place) values ($team, $place) on conflict do nothing',
);
