/*
 * Changes that emit no event, and that screens show all the same: of settings, mostly. Live streams tell that something changed, not what:
 * who may read it asks again (docs/adr/0052-live-notices.md).
 */

/** The types of audit entries of which streams are told. What emits events is not among them: those say more. */
export const noticedTypes: ReadonlySet<string> = new Set([
  'approvals',
  'bulk_jobs',
  'columns',
  'comments',
  'contracts',
  'conversation_notes',
  'files',
  'inboxes',
  'invitations',
  'keys',
  'members',
  'notifications',
  'pipelines',
  'ready_answers',
  'saved_views',
  'squads',
  'teams',
  'users',
  'webhooks',
  'workflow_runs',
  'workflows',
]);

/** What everybody in a team is shown of its users; the rest of a member is for admins. */
const ofUsers: ReadonlySet<string> = new Set(['name', 'email', 'role']);

/**
 * The types of notices that an audit entry brings with it.
 * @param fields the names of what changed
 */
export function noticesOf(type: string | undefined, fields: readonly string[]): readonly string[] {
  if (type === undefined || !noticedTypes.has(type)) return [];
  if (type !== 'members' && type !== 'users') return [type];
  return fields.some((name) => ofUsers.has(name)) ? ['members', 'users'] : ['members'];
}

/**
 * The same for entries that a statement writes, as SQL of rows with `record_type` and `record_id`.
 * @param deed as the audit log takes it
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
 * A part of a `with` that writes notices.
 * @param rows SQL of rows with `record_type` and `record_id`
 */
export const notices = (rows: string): string => `noticed as (
    insert into live_notices (team_id, id, record_type, record_id, created_at)
    select $team, uuid7(n.at), n.record_type, n.record_id, n.at
    from (select r.*, clock_timestamp() as at from (${rows}) r) n)`;

/**
 * The same for notices that are for one person each.
 * @param rows SQL of rows with `user_id`
 * @param type what they are shown that has changed
 * @param record SQL over the rows: which record; null where it is about all of the type
 */
export const personalNotices = (
  rows: string,
  type = 'notifications',
  record = 'null::uuid',
): string => `rung as (
    insert into live_notices (team_id, id, record_type, record_id, user_id, created_at)
    select $team, uuid7(n.at), '${type}', n.record_id, n.user_id, n.at
    from (select r.*, clock_timestamp() as at from (select distinct user_id, ${record} as record_id from (${rows}) r) r) n)`;
