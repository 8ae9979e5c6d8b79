import { isUnclaimed } from '#server/db/job-queue.ts';
import { iso, teamStatement } from '#server/db/statement.ts';
import { audits } from '#server/events/audit.ts';
import { notices } from '#server/events/live/notices.ts';
import { emits } from '#server/events/outbox.ts';
import { detailsOf } from '#server/records/coded-reason.ts';

/* Imports: `imports`. At most one of a team runs; the others wait for it in the order in which they were created. */

/**
 * `reading`, `checking`, `applying` and `undoing` are work of the worker. `read`: waits for choices. `checked`: can be applied. `stopped` and
 * `failed`: can be continued with the last step.
 */
export const importStates = [
  'reading',
  'read',
  'checking',
  'checked',
  'applying',
  'applied',
  'stopped',
  'undoing',
  'undone',
  'failed',
] as const;
export type ImportState = (typeof importStates)[number];

/** SQL: states in which the worker has something to do. */
export const workStates = `('reading', 'checking', 'applying', 'undoing')`;

/** Lease of a claim: longer than a batch takes, including its files. */
const claimSeconds = 120;
/** Hours within which an import can be undone, since it was applied. */
const undoHours = 24;
/** Maximum imports of a team that wait. */
export const maxWaiting = 10;

/** SQL: what an audit entry says of import `t`. */
const audited = (t: string) =>
  `json_build_object('file_name', ${t}.file_name, 'state', ${t}.state)::text`;

/** CTE: audit entry of a changed import `t`. @param before CTE with its row before the change */
const auditsChange = (before?: string) =>
  audits([
    {
      type: 'imports',
      from: 't',
      record: 't.id',
      ...(before !== undefined && { before: `(select ${audited(before)} from ${before})` }),
      after: audited('t'),
    },
  ]);

/** Counts the waiting imports of the team one after the other, until the end of the transaction. */
export const lockWaiting = teamStatement(
  'select pg_advisory_xact_lock(hashtextextended($team::text, 11)) as held',
);

/** Creates an import of a file that was uploaded for one. Returns no row if there is none, and one without `id` if too many wait. */
export const insertImport = teamStatement(`
  with file as (
    select f.id, f.name from files f where f.team_id = $team and f.id = $file_id and f.purpose = 'import' and f.deleted_at is null),
  t as (
    insert into imports (team_id, id, kind, file_id, file_name, user_id)
    select $team, $id, 'chat', file.id, file.name, $user::uuid from file
    where (select count(*) from imports w where w.team_id = $team and w.state in ${workStates}) <= ${maxWaiting}
    on conflict on constraint imports_file_key do nothing returning *),
  ${auditsChange()}
  select (select id from t) as id, exists (select from imports o where o.team_id = $team and o.file_id = file.id) as is_imported from file`);

/** @param table SQL of the contents of a table */
const columnsWith = (table: string) => `
  i.id, case when i.contents is not null then i.kind end as kind, i.file_name, i.state, i.reason,
  ${detailsOf('i.reason_details', 'i.reason')} as reason_details,
  ${['contents', 'choices', 'counts'].map((name) => `case when i.kind = 'chat' then i.${name} end as ${name}`).join(', ')},
  ${table} as "table", case when i.kind = 'rows' then i.choices end as row_choices,
  case when i.kind = 'rows' then i.counts end as row_counts,
  (select u.name from users u where u.team_id = $team and u.id = i.user_id) as user_name,
  ${iso('i.created_at')} as created_at, ${iso('i.applied_at')} as applied_at, ${iso('i.finished_at')} as finished_at,
  case when i.applied_at is not null and i.state in ('applied', 'stopped', 'failed')
    then ${iso(`(i.applied_at + interval '${undoHours} hours')`)} end as undo_until`;

export const selectImport = teamStatement(
  `select ${columnsWith(`case when i.kind = 'rows' then i.contents end`)} from imports i where i.team_id = $team and i.id = $id`,
);

/** Maximum imports in a list. */
const maxListed = 50;
export const selectImports = teamStatement(
  `select ${columnsWith('null::json')} from imports i where i.team_id = $team order by i.id desc limit ${maxListed}`,
);

/** An import, its conversation and its inbox, as far as they are chosen and exist. */
export const choicesOf = teamStatement(`
  select i.kind, i.state, i.contents, t.time_zone, x.id as inbox, x.groups,
    c.id as conversation, c.contact_id, c.lid, c.group_id, k.phone
  from imports i join teams t on t.id = $team
    left join inboxes x on x.team_id = $team and x.id = $inbox and not x.is_deleted
    left join conversations c on c.team_id = $team and c.id = $conversation::uuid and c.inbox_id = x.id
    left join contacts k on k.team_id = $team and k.id = c.contact_id
  where i.team_id = $team and i.id = $id`);

/** CTE: moves an import from one state to another. @param to SQL of the new state @param set further assignments */
const moves = (from: string, to: string, set = '') => `
  with old as materialized (select * from imports where team_id = $team and id = $id for update),
  t as (
    update imports i set state = ${to}, reason = null, reason_details = null, finished_at = null, claim = null, claimed_until = null${set}
    from old, (select now()) clock (now) where i.team_id = $team and i.id = old.id and (${from}) returning i.*),
  ${auditsChange('old')}
  select old.state, (select state from t) as now, i.id is not null as is_import from old left join imports i on i.team_id = $team and i.id = old.id`;

/** SQL: the member who starts a step is responsible for it. */
const byUser = ', user_id = coalesce($user::uuid, i.user_id)';

/** SQL over `old`: an import whose file was read, and that can be checked or read again. */
const isOpen = `old.applied_at is null and old.state in ('read', 'checked', 'stopped', 'failed')`;

/** Contents and options of a table, with the team's time zone. */
export const tableOf = teamStatement(`
  select i.kind, i.state, i.contents, i.read_options, t.time_zone,
    exists (select from projects p where p.team_id = $team and p.id = $project::uuid) as has_project
  from imports i join teams t on t.id = $team where i.team_id = $team and i.id = $id`);

/** Reads the file again with other options. */
export const startReading = teamStatement(
  moves(
    // Until a file is read, its kind is that of new imports.
    `${isOpen} and (old.kind = 'rows' and old.contents is not null or old.state = 'failed' and (old.kind = 'rows' or old.contents is null))`,
    `'reading'`,
    `, read_options = $options::json, contents = null, choices = null, counts = null${byUser}`,
  ),
);

/** Starts the check of an import with its choices. Returns no row if there is none, and one without `now` if its state forbids it. */
export const startCheck = teamStatement(
  moves(
    `old.contents is not null and ${isOpen}`,
    `'checking'`,
    `, choices = $choices::json, counts = null${byUser}`,
  ),
);

/** Applies a checked import, or continues one. */
export const startRun = teamStatement(
  moves(
    `old.state = 'checked' or old.applied_at is not null and old.state in ('stopped', 'failed')
      and old.applied_at > now() - interval '${undoHours} hours'`,
    `'applying'`,
    `, applied_at = coalesce(i.applied_at, clock.now),
      counts = case when old.kind = 'rows' and old.state = 'checked' then null else i.counts end${byUser}`,
  ),
);

/** Stops work: a check or reading goes back to where it began. */
export const stopWork = teamStatement(
  moves(
    `old.state in ('reading', 'checking', 'applying', 'undoing')`,
    `case old.state when 'checking' then 'read' else 'stopped' end`,
  ),
);

/** Undoes an import. */
export const startUndo = teamStatement(
  moves(
    `old.applied_at > now() - interval '${undoHours} hours' and old.state in ('applied', 'stopped', 'failed')`,
    `'undoing'`,
    byUser,
  ),
);

// The worker --------------------------------------------------------------------------------------------------------

const held = 'i.team_id = $team and i.id = $id and i.claim = $claim';

/** SQL: true while the member who started the work may do so, whatever has changed since. */
const isPermitted = `(i.user_id is null or exists (
    select from users u join people p on p.id = u.person_id
    where u.team_id = $team and u.id = i.user_id and u.role <> 'member' and u.suspended_at is null and p.disabled_at is null))`;

/** Releases the claims of processes that ended, so that another import of the team can run. */
export const releaseExpired = teamStatement(
  'update imports set claim = null, claimed_until = null where team_id = $team and claimed_until <= now()',
);

/** Claims the import of the team that has waited longest. */
export const claimImport = teamStatement(`
  update imports i set claim = $claim, claimed_until = now() + interval '${claimSeconds} seconds'
  where i.team_id = $team and i.id = (
      select w.id from imports w where w.team_id = $team and w.state in ${workStates} order by w.created_at, w.id limit 1)
    and ${isUnclaimed('i')} and not exists (select from imports o where o.team_id = $team and o.claim is not null)
  returning i.id`);

/** Extends the claim, and locks the import. Returns no row if the claim or the member's right is lost, or the work was stopped. */
export const extendClaim = teamStatement(`
  update imports i set claimed_until = now() + interval '${claimSeconds} seconds'
  where ${held} and i.state = $state and ${isPermitted} returning i.id`);

export const release = teamStatement(
  `update imports i set claim = null, claimed_until = null where ${held}`,
);

export const workOf = teamStatement(`
  select i.id, i.kind, i.state, i.file_id, i.file_name, i.contents, i.choices, i.counts, i.read_options, i.user_id,
    extract(epoch from i.created_at) * 1000 as created_at, t.time_zone, f.deleted_at is not null as is_removed,
    ${isPermitted} as is_permitted
  from imports i join teams t on t.id = $team join files f on f.team_id = $team and f.id = i.file_id
  where ${held}`);

/** Stores how far the work is, and announces it. Returns no row as {@link extendClaim} does. */
export const storeCounts = teamStatement(`
  with t as (
    update imports i set counts = $counts::json, claimed_until = now() + interval '${claimSeconds} seconds'
    where ${held} and i.state = $state and ${isPermitted} returning i.id),
  ${notices(`select 'imports' as record_type, t.id as record_id from t`)}
  select id from t`);

/** Ends the work, and emits one event when the import was applied or undone. Returns no row if the claim is lost, or the work was stopped. */
export const finish = teamStatement(`
  with old as materialized (select * from imports i where ${held} and i.state = $state for update),
  t as (
    update imports i set state = $to, kind = coalesce($kind::text, i.kind), contents = coalesce($contents::json, i.contents),
      counts = coalesce($counts::json, i.counts),
      reason = $reason::text, reason_details = $details::text, claim = null, claimed_until = null,
      finished_at = case when $to in ('applied', 'undone', 'failed') then clock.now end
    from old, (select now()) clock (now) where i.team_id = $team and i.id = old.id returning i.*),
  ${auditsChange('old')},
  ended as materialized (
    select t.id, (select row_to_json(d)::text from (
      select t.id, t.kind, t.state, ${['created', 'updated', 'refused'].map((name) => `(t.counts ->> '${name}')::integer as ${name}`).join(', ')}) d) as data
    from t where t.state in ('applied', 'undone')),
  ${emits([{ kind: 'import.finished', from: 'ended', record: 'ended.id', data: 'ended.data', previous: 'null' }])}
  select id from t`);
