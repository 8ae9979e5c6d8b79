import { actingUserSql } from './audit.ts';
import { personalNotices } from './live/notices.ts';

/*
 * Notifications of members: work assigned to them, mentions, comments on their records, decisions on a campaign, scheduled messages that
 * were not sent, overdue answers, deadlines of requests of persons, hours of contracts. Written by the statement of the change, as with events (docs/adr/0056-notifications.md).
 */

export const notificationKinds = [
  'assigned',
  'mentioned',
  'commented',
  'decided',
  'unsent',
  'overdue',
  'squad_assigned',
  'privacy_due',
  'hours_nearly_used',
  'hours_used',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** Notification rule for changes of a table's records. */
export interface NotificationRule {
  readonly kind: NotificationKind;
  /** Columns whose change may notify. */
  readonly of: readonly string[];
  /** SQL over a row: recipients, as uuid[]. */
  readonly users: (row: string) => string;
  /** SQL over `t`: id of the decision that made the change. */
  readonly decision?: string;
  /**
   * SQL over `t` and `old`: a change that meets it notifies all recipients, and creation notifies none. If absent, creation and
   * changes notify the users they add.
   */
  readonly when?: string;
}

/** Recipients of a notification. */
export interface Recipients {
  readonly kind: NotificationKind;
  /** Row source; one row per recipient. */
  readonly from: string;
  /** SQL over that row: the user. */
  readonly user: string;
  /** Table of the record, and SQL over the row for its id. */
  readonly type: string;
  readonly record: string;
  /** SQL over that row: the comment. */
  readonly comment?: string;
  /** SQL over that row: the note of a conversation. */
  readonly note?: string;
  /** SQL over that row: the decision. */
  readonly decision?: string;
}

const none = 'null::uuid';

/**
 * CTEs `notified`, `to_push` and `rung`. Skips the user who makes the change, users who opted out and users without access; of several
 * reasons to notify a user about one record, the first counts. Demo and imported data notify no one.
 * @param actor SQL for the user who makes the change
 */
export function notifies(recipients: readonly Recipients[], actor = actingUserSql): string {
  const rows = recipients.map(
    ({ kind, from, user, type, record, comment = none, note = none, decision = none }, place) =>
      `select ${place} as place, '${kind}'::notification_kind as kind, ${user} as user_id, '${type}' as record_type,
        ${record} as record_id, ${comment} as comment_id, ${note} as note_id, ${decision} as decision_id from ${from}`,
  );
  return `notified as (
    insert into notifications (team_id, id, user_id, kind, record_type, record_id, comment_id, note_id, decision_id, actor_id, created_at)
    select $team, uuid7(n.at), n.user_id, n.kind, n.record_type, n.record_id, n.comment_id, n.note_id, n.decision_id, ${actor}, n.at
    from (
      select distinct on (r.user_id, r.record_id) r.*, clock_timestamp() as at from (${rows.join(' union all ')}) r
      where coalesce($acting_kind::actor_kind, 'system') not in ('demo', 'import')
        and r.user_id is distinct from (${actor})
      order by r.user_id, r.record_id, r.place
    ) n
    join users u on u.team_id = $team and u.id = n.user_id and u.suspended_at is null
    where not exists (
      select from notification_choices c where c.team_id = $team and c.user_id = n.user_id and n.kind = any(c.muted))
    returning user_id, id),
  to_push as (
    insert into notification_pushes (team_id, subscription_id, notification_id)
    select $team, b.id, n.id from notified n join push_subscriptions b on b.team_id = $team and b.user_id = n.user_id),
  ${personalNotices('select user_id from notified')}`;
}

/** True if a new record may have recipients to notify. */
export const namesAnybody = (
  tellings: readonly NotificationRule[] = [],
  values: Readonly<Record<string, unknown>>,
): boolean =>
  tellings.some(({ of, when }) => when === undefined && of.some((name) => !isNobody(values[name])));
const isNobody = (value: unknown) =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0);

/** CTEs for a new record `t`, with a trailing comma; empty if no rule applies. */
export function notifiesOfNew(type: string, tellings: readonly NotificationRule[] = []): string {
  const rules = tellings.filter(({ when }) => when === undefined);
  if (rules.length === 0) return '';
  return `${notifies(
    rules.map(({ kind, users }) => ({
      kind,
      type,
      from: `t cross join lateral unnest(${users('t')}) x (id)`,
      record: 't.id',
      user: 'x.id',
    })),
  )}, `;
}

/** CTEs for a record changed from `old` to `t`, with a leading comma; empty if no rule applies. */
export function notifiesOfChange(
  type: string,
  tellings: readonly NotificationRule[] = [],
  sets: readonly string[],
): string {
  const rules = tellings.filter(({ of }) => of.some((name) => sets.includes(name)));
  if (rules.length === 0) return '';
  return `, ${notifies(
    rules.map(({ kind, users, when, decision }) => ({
      kind,
      type,
      ...(decision !== undefined && { decision }),
      from: `t join old on old.id = t.id and ${when ?? 'true'} cross join lateral unnest(${users('t')}) x (id)
        where ${when === undefined ? `(x.id = any (${users('old')})) is not true` : 'true'}`,
      record: 't.id',
      user: 'x.id',
    })),
  )}`;
}
