import type { Row } from '#server/db/database.ts';
import { iso, teamStatement } from '#server/db/statement.ts';
import { personalNotices } from '#server/events/live/notices.ts';
import { type NotificationKind, notificationKinds } from '#server/events/notifications.ts';
import { actingUserOf } from '#server/operations/acting-user.ts';
import { isVisibleInbox } from '#server/operations/hidden-records.ts';
import { type Operation, operation } from '#server/operations/operation.ts';
import { lists } from '#server/records/crud-queries.ts';
import {
  about,
  boolean,
  type Field,
  number,
  oneOf,
  required,
  singleLine,
  timestamp,
  uuid,
} from '#server/records/fields.ts';
import { equals, sorted, table } from '#server/records/table.ts';
import { decisions } from '../approvals/table.ts';
import { recordName } from '../audit/table.ts';
import { commentedTypes } from '../comments/table.ts';
import { mailOperations } from './mail-operations.ts';
import { pushOperations } from './push-operations.ts';

/*
 * Notifications of a member, who can read and change only their own.
 */

/** SQL: a value of the decision `d` that a notification `t` is about. */
const decided = (value: string) =>
  `(select ${value} from approval_items i
    join approval_decisions d on d.team_id = $team and d.request_id = i.request_id and d.n = i.n and d.id = t.decision_id
    where i.team_id = $team and t.record_type = 'campaigns' and i.campaign_id = t.record_id limit 1)`;

export const fields = {
  id: required(uuid),
  kind: about(
    'The reason for the notification.',
    required(oneOf('notification_kind', notificationKinds)),
  ),
  record_type: required(
    oneOf('text', [...commentedTypes, 'conversations', 'contracts', 'privacy_requests']),
  ),
  record_id: about('The ID of the record.', required(uuid)),
  /** Current name; null if the record was deleted. */
  record_name: { ...singleLine(), output: () => recordName },
  /** The author: a member, or the name that a client gave; null if neither. */
  actor_name: {
    ...singleLine(),
    output: () =>
      `coalesce((select u.name from users u where u.team_id = $team and u.id = t.actor_id), ${decided('d.approver')})`,
  },
  /** The decision, if the entry is about a request for approval. */
  decision: {
    ...oneOf('text', decisions),
    output: () => decided('d.decision::text'),
  },
  /** The beginning of the comment, also of one with a decision, or of the note. */
  excerpt: about('The beginning of its text.', {
    ...singleLine(),
    output: () =>
      `coalesce((select left(c.content, 200) from comments c where c.team_id = $team and c.id = t.comment_id and c.deleted_at is null),
        (select left(n.content, 200) from conversation_notes n where n.team_id = $team and n.id = t.note_id and n.deleted_at is null),
        ${decided('left(d.comment, 200)')})`,
  }),
  created_at: required(timestamp),
  read_at: about('When it was read.', timestamp),
};

const notifications = table({
  name: 'notifications',
  one: 'notification',
  path: '/notifications',
  fields,
  filters: {
    ...equals(fields, 'kind'),
    unread: {
      field: boolean,
      sql: '(t.read_at is null) = $unread::boolean',
      about: 'Only unread notifications, or only read ones.',
    },
  },
  sorts: sorted(fields, 'created_at'),
});

/** SQL: true unless it is about a conversation that the user may not see. */
export const isVisible = `(t.record_type <> 'conversations' or exists (
  select from conversations c where c.team_id = $team and c.id = t.record_id and ${isVisibleInbox('c.inbox_id')}))`;

/** List of one user. user_id is set by the server and is not a query parameter. */
const ofUser = lists({
  ...notifications,
  filters: {
    ...notifications.filters,
    user_id: { field: uuid, sql: `t.user_id = $user_id::uuid and ${isVisible}`, about: '' },
  },
});

const ownNotifications = { allow: { user: 'member' }, emits: [], one: notifications.one } as const;

const list = operation({
  ...ownNotifications,
  name: 'notifications.list',
  id: 'listNotifications',
  summary: 'List your notifications, latest first',
  note: 'Kept for 90 days.',
  panel: { method: 'GET', path: notifications.path, status: 200 },
  input: { query: notifications },
  output: { kind: 'page', table: notifications },
  run(ctx, { query }) {
    const user_id = actingUserOf(ctx.actor, null, 'user_id');
    return ofUser(ctx, { ...query, filters: { ...query.filters, user_id } });
  },
});

const counted = teamStatement(
  `select count(*)::int as unread, exists (
      select from notification_mail_settings s
      where s.team_id = $team and s.user_id = $user_id and s.stop_reason = 'bounced') as is_mail_bounced
  from notifications t where t.team_id = $team and t.user_id = $user_id and t.read_at is null and ${isVisible}`,
);

const count = operation({
  ...ownNotifications,
  name: 'notifications.get_count',
  id: 'countNotifications',
  summary: 'Count your unread notifications',
  note: 'Covers the last 90 days.',
  panel: { method: 'GET', path: `${notifications.path}/unread`, status: 200 },
  input: {},
  output: {
    kind: 'fields',
    name: 'UnreadNotifications',
    fields: {
      unread: about('The number of unread ones.', required(number(0, 2_147_483_647))),
      is_mail_bounced: about(
        'True if your mail stopped because three in succession were refused, until you resume or stop it yourself.',
        required(boolean),
      ),
    },
  },
  async run({ db, actor }) {
    return (await db.run(counted, { user_id: actingUserOf(actor, null, 'user_id') }))[0];
  },
});

const readOne = teamStatement(`
  with old as materialized (
    select * from notifications where team_id = $team and id = $id and user_id = $user_id for no key update),
  t as (
    update notifications n set read_at = now() from old
    where n.team_id = $team and n.id = old.id and old.read_at is null returning n.*),
  ${personalNotices('select user_id from t')}
  select old.id, ${iso('coalesce(t.read_at, old.read_at)')} as read_at from old left join t on t.id = old.id`);

const read = operation({
  ...ownNotifications,
  name: 'notifications.read',
  id: 'readNotification',
  summary: 'Mark notifications as read',
  note: 'Repeating it has no effect.',
  panel: { method: 'POST', path: `${notifications.path}/:id/read`, status: 200 },
  input: { path: ['id'] },
  output: {
    kind: 'fields',
    name: 'ReadNotification',
    fields: { id: required(uuid), read_at: about('When it was read.', required(timestamp)) },
  },
  async run({ db, actor }, { id }): Promise<Row | undefined> {
    return (await db.run(readOne, { id, user_id: actingUserOf(actor, null, 'user_id') }))[0];
  },
});

const readThem = teamStatement(`
  with t as (
    update notifications set read_at = now() where team_id = $team and user_id = $user_id and read_at is null returning user_id),
  ${personalNotices('select user_id from t')}
  select count(*)::int as read from t`);

const readAll = operation({
  ...ownNotifications,
  name: 'notifications.read_all',
  id: 'readNotifications',
  summary: 'Mark all notifications as read',
  note: 'Notifications that arrive in the meantime stay unread.',
  panel: { method: 'POST', path: `${notifications.path}/read`, status: 200 },
  input: {},
  output: {
    kind: 'fields',
    name: 'ReadNotifications',
    fields: {
      read: about(
        'The number of notifications that were unread.',
        required(number(0, 2_147_483_647)),
      ),
    },
  },
  async run({ db, actor }): Promise<Row | undefined> {
    return (await db.run(readThem, { user_id: actingUserOf(actor, null, 'user_id') }))[0];
  },
});

const choiceFields = {
  assigned: about('Notify about assignments to you.', boolean),
  mentioned: about('Notify about mentions.', boolean),
  commented: about('Notify about comments on your records.', boolean),
  decided: about('Notify about decisions of clients.', boolean),
  unsent: about('Notify about scheduled messages that were not sent.', boolean),
  overdue: about('Notify about overdue answers in conversations assigned to you.', boolean),
  squad_assigned: about('Notify about conversations assigned to your squads.', boolean),
  privacy_due: about(
    'Notify about requests of persons that are due in five days; only admins are notified.',
    boolean,
  ),
  hours_nearly_used: about(
    'Notify about contracts of yours that use 80 % of the hours of their period.',
    boolean,
  ),
  hours_used: about('Notify about contracts of yours that use all hours of their period.', boolean),
} satisfies Record<NotificationKind, Field>;

const choices = {
  kind: 'fields',
  name: 'NotificationChoices',
  fields: {
    assigned: required(choiceFields.assigned),
    mentioned: required(choiceFields.mentioned),
    commented: required(choiceFields.commented),
    decided: required(choiceFields.decided),
    unsent: required(choiceFields.unsent),
    overdue: required(choiceFields.overdue),
    squad_assigned: required(choiceFields.squad_assigned),
    privacy_due: required(choiceFields.privacy_due),
    hours_nearly_used: required(choiceFields.hours_nearly_used),
    hours_used: required(choiceFields.hours_used),
  },
} as const;

const choicesIn = (row: Row | undefined): Record<string, boolean> => {
  const muted = (row?.muted ?? []) as readonly string[];
  return Object.fromEntries(notificationKinds.map((kind) => [kind, !muted.includes(kind)]));
};

const chosen = teamStatement(
  'select muted::text[] as muted from notification_choices where team_id = $team and user_id = $user_id',
);

const getChoices = operation({
  ...ownNotifications,
  name: 'notifications.get_choices',
  id: 'getNotificationChoices',
  summary: 'Get your notification settings',
  note: 'Defaults to all notifications.',
  panel: { method: 'GET', path: `${notifications.path}/choices`, status: 200 },
  input: {},
  output: choices,
  async run({ db, actor }) {
    return choicesIn((await db.run(chosen, { user_id: actingUserOf(actor, null, 'user_id') }))[0]);
  },
});

/** For each kind, the given value, otherwise the stored choice. */
const choose = teamStatement(`
  with wanted as (
    select coalesce(array_agg(k.kind order by k.kind) filter (where not k.is_on), '{}') as muted from (
      select k.kind, coalesce(($given::jsonb ->> k.kind::text)::boolean, not k.kind = any (coalesce(c.muted, '{}'))) as is_on
      from unnest(enum_range(null::notification_kind)) k (kind)
      left join notification_choices c on c.team_id = $team and c.user_id = $user_id) k),
  t as (
    insert into notification_choices (team_id, user_id, muted) select $team, $user_id, wanted.muted from wanted
    on conflict (team_id, user_id) do update set muted = excluded.muted
    returning user_id, muted),
  ${personalNotices('select user_id from t')}
  select muted::text[] as muted from t`);

const setChoices = operation({
  ...ownNotifications,
  name: 'notifications.set_choices',
  id: 'setNotificationChoices',
  summary: 'Update your notification settings',
  note: 'Omitted fields stay as they are.',
  panel: { method: 'PUT', path: `${notifications.path}/choices`, status: 200 },
  input: {
    fields: choiceFields,
  },
  output: choices,
  async run({ db, actor }, { values }) {
    const choices = Object.fromEntries(
      Object.entries(values).filter(([, value]) => value !== null),
    );
    const user_id = actingUserOf(actor, null, 'user_id');
    return choicesIn((await db.run(choose, { user_id, given: JSON.stringify(choices) }))[0]);
  },
});

export const operations: readonly Operation[] = [
  list,
  count,
  read,
  readAll,
  getChoices,
  setChoices,
  ...mailOperations,
  ...pushOperations,
];
