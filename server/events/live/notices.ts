/*
 * Notices of changes that emit no event but are displayed, mostly settings. Live streams announce that something changed, but not
 * what: authorised clients refetch it (docs/adr/0052-live-notices.md).
 */

/** Types of audit entries that are announced on streams. Records that emit events are excluded: events carry more detail. */
export const noticedTypes: ReadonlySet<string> = new Set([
  'absences',
  'approvals',
  'bulk_jobs',
  'columns',
  'comments',
  'conversation_notes',
  'exports',
  'files',
  'imports',
  'inboxes',
  'invitations',
  'keys',
  'labels',
  'members',
  'notifications',
  'pipelines',
  'privacy_requests',
  'project_templates',
  'ready_answers',
  'saved_views',
  'scheduled_messages',
  'squads',
  'task_recurrences',
  'teams',
  'users',
  'webhooks',
  'workflow_runs',
  'workflows',
]);

/** Fields of users visible to the whole team; the rest of a member is visible to admins only. */
const ofUsers: ReadonlySet<string> = new Set([
  'name',
  'email',
  'role',
  'locked_week',
  'weekly_hours',
]);

/**
 * Types of notices that an audit entry produces.
 * @param fields names of the changed fields
 */
export function noticesOf(type: string | undefined, fields: readonly string[]): readonly string[] {
  if (type === undefined || !noticedTypes.has(type)) return [];
  if (type !== 'members' && type !== 'users') return [type];
  return fields.some((name) => ofUsers.has(name)) ? ['members', 'users'] : ['members'];
}

/**
 * Notices for entries written by a statement, as SQL of rows with `record_type` and `record_id`.
 * @param deed the change as passed to the audit log
 */
export function noticesOfDeed({
  type,
  from,
  record,
  about = record,
  before = 'null::text',
  after = 'null::text',
}: {
  readonly type: string;
  readonly from: string;
  readonly record: string;
  readonly about?: string;
  readonly before?: string;
  readonly after?: string;
}): readonly string[] {
  if (!noticedTypes.has(type)) return [];
  const rows = (as: string) => `select '${as}' as record_type, ${about} as record_id from ${from}`;
  if (type !== 'members' && type !== 'users') return [rows(type)];
  const names = [...ofUsers].map((name) => `'${name}'`).join(', ');
  return [
    rows('members'),
    `select 'users', k.record_id from (
      select ${record} as record_id, ${before} as before, ${after} as after from ${from}) k
    where (coalesce(k.before, '{}')::jsonb || coalesce(k.after, '{}')::jsonb) ?| array[${names}]`,
  ];
}

/**
 * CTE that writes notices.
 * @param rows SQL of rows with `record_type` and `record_id`
 */
export const notices = (rows: string): string => `noticed as (
    insert into live_notices (team_id, id, record_type, record_id, created_at)
    select $team, uuid7(n.at), n.record_type, n.record_id, n.at
    from (select r.*, clock_timestamp() as at from (${rows}) r) n)`;

/**
 * CTE that writes notices addressed to one user each.
 * @param rows SQL of rows with `user_id`
 * @param type type of the changed content
 * @param record SQL over the rows: id of the record; null for all records of the type
 */
export const personalNotices = (
  rows: string,
  type = 'notifications',
  record = 'null::uuid',
): string => `rung as (
    insert into live_notices (team_id, id, record_type, record_id, user_id, created_at)
    select $team, uuid7(n.at), '${type}', n.record_id, n.user_id, n.at
    from (select r.*, clock_timestamp() as at from (select distinct user_id, ${record} as record_id from (${rows}) r) r) n)`;
