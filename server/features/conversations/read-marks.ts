import type { Row } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import { personalNotices } from '#server/events/live/notices.ts';
import { actingUserOf } from '#server/operations/acting-user.ts';
import { isVisibleInbox } from '#server/operations/hidden-records.ts';
import { operation } from '#server/operations/operation.ts';
import { ApiError } from '#server/platform/errors.ts';
import { Type } from '#server/platform/schema.ts';
import { about, kind, links, number, required, timestamp, uuid } from '#server/records/fields.ts';
import { maxPerPage } from '#server/records/statements.ts';
import { isIncoming, isLive } from './messages-table.ts';
import { isMuted, listOf, mayBeUnread } from './screen-sql.ts';
import { explainUser, unknownUser } from './user-errors.ts';

/*
 * Read mark of each user per conversation, by the time when messages were stored: a late message is unread even for users who have read
 * messages written after it. The gateway is notified once for all users, through a queue (read-receipts.ts), but not of messages of groups:
 * there, each member would receive a receipt for a message that one user has glanced at.
 */

/**
 * Marks a conversation as read. `up_to` is the stored time of the message, or of the conversation's last one; null if none exists. A mark
 * only moves forward, and then notifies the user's other screens. Reading further queues the gateway's notification again.
 */
export const mark = teamStatement(`
  with conversation as (select id, inbox_id, group_id from conversations where team_id = $team and id = $id),
  reached as (
    select case when $message_id::uuid is null
      then (select max(created_at) from messages where team_id = $team and conversation_id = $id)
      else (select created_at from messages where team_id = $team and id = $message_id and conversation_id = $id)
    end as up_to),
  t as (
    insert into conversation_reads as r (team_id, conversation_id, user_id, read_up_to)
    select $team, conversation.id, $user_id::uuid, reached.up_to from conversation, reached where reached.up_to is not null
    on conflict (team_id, conversation_id, user_id) do update
      set read_up_to = excluded.read_up_to, updated_at = excluded.updated_at where r.read_up_to < excluded.read_up_to
    returning conversation_id, user_id, read_up_to),
  ${personalNotices('select user_id, conversation_id from t', 'conversation_reads', 'conversation_id')},
  incoming as (
    select max(m.created_at) as up_to from messages m, reached
    where m.team_id = $team and m.conversation_id = $id and ${isIncoming('m')} and ${isLive('m')} and m.created_at <= reached.up_to),
  wanted as (
    insert into gateway_reads as g (team_id, conversation_id, inbox_id, wanted_up_to)
    select $team, conversation.id, conversation.inbox_id, incoming.up_to
    from conversation, incoming where incoming.up_to is not null and conversation.group_id is null
    on conflict (team_id, conversation_id) do update
      set wanted_up_to = excluded.wanted_up_to, wanted_at = excluded.wanted_at, failures = 0, reason = null,
        next_attempt_at = excluded.next_attempt_at
      where g.wanted_up_to < excluded.wanted_up_to)
  select conversation.id as conversation_id, coalesce((select read_up_to from t), r.read_up_to, reached.up_to) as read_up_to, reached.up_to,
    exists (select from t) as changed
  from conversation cross join reached
    left join conversation_reads r on r.team_id = $team and r.conversation_id = conversation.id and r.user_id = $user_id::uuid`);

const readMark = {
  kind: 'fields',
  name: 'ReadMark',
  fields: {
    conversation_id: required(uuid),
    read_up_to: about('The time up to which the user has read.', timestamp),
  },
} as const;

export const read = operation({
  name: 'conversations.read',
  id: 'readConversation',
  summary: 'Mark a conversation as read by a user',
  note: 'Up to the given message, or up to the last one. A background job notifies the gateway, if the gateway supports it.',
  cli: 'conversation read',
  allow: { operator: true, user: 'member' },
  panel: { method: 'POST', path: '/msgapp/conversations/:id/read', status: 200 },
  emits: [],
  input: {
    path: ['id'],
    fields: { user_id: uuid, message_id: about('The last message that was read.', uuid) },
  },
  output: readMark,
  one: 'conversation',
  async run({ actor, db }, { id, values: { user_id, message_id } }): Promise<Row | undefined> {
    const user = actingUserOf(actor, user_id, 'user_id');
    const [row] = await db.run(mark, { id, user_id: user, message_id });
    if (!row) return undefined;
    if (row.up_to === null && message_id !== null)
      throw new ApiError('NOT_FOUND', 'message_id: no message of the conversation has this id.');
    return { conversation_id: row.conversation_id, read_up_to: row.read_up_to };
  },
  explain: explainUser('user_id'),
});

/**
 * Moves a user's read mark back, to just before the contact's last message. Inserts one if the user has none: messages from before the user
 * existed count as read. Notifies the user's other screens.
 */
export const unmark = teamStatement(`
  with last as (
    select c.id, (
      select m.created_at from messages m
      where m.team_id = $team and m.conversation_id = c.id and ${mayBeUnread('m')}
      order by m.created_at desc, m.id desc limit 1) as at
    from conversations c where c.team_id = $team and c.id = $id),
  t as (
    insert into conversation_reads as r (team_id, conversation_id, user_id, read_up_to)
    select $team, last.id, $user_id::uuid, last.at - interval '1 ms' from last where last.at is not null
    on conflict (team_id, conversation_id, user_id) do update
      set read_up_to = excluded.read_up_to, updated_at = excluded.updated_at where r.read_up_to > excluded.read_up_to
    returning conversation_id, user_id, read_up_to),
  ${personalNotices('select user_id, conversation_id from t', 'conversation_reads', 'conversation_id')}
  select last.id as conversation_id, coalesce((select read_up_to from t), r.read_up_to) as read_up_to, exists (select from t) as changed
  from last left join conversation_reads r on r.team_id = $team and r.conversation_id = last.id and r.user_id = $user_id::uuid`);

export const markUnread = operation({
  name: 'conversations.mark_unread',
  id: 'markConversationUnread',
  summary: 'Mark a conversation as unread by a user',
  note: 'The contact’s last message is unread again, for this user only. Nothing changes without a message of the contact. The gateway is not notified.',
  cli: 'conversation mark-unread',
  allow: { operator: true, user: 'member' },
  panel: { method: 'POST', path: '/msgapp/conversations/:id/unread', status: 200 },
  emits: [],
  input: { path: ['id'], fields: { user_id: uuid } },
  output: readMark,
  one: 'conversation',
  async run({ actor, db }, { id, values: { user_id } }): Promise<Row | undefined> {
    const user = actingUserOf(actor, user_id, 'user_id');
    const [row] = await db.run(unmark, { id, user_id: user });
    return row && { conversation_id: row.conversation_id, read_up_to: row.read_up_to };
  },
  explain: explainUser('user_id'),
});

/** Max unread count; 100 means 100 or more. */
export const maxUnread = 100;

/** Max number of a team's open conversations that are searched for unread messages: those with the latest messages. */
const maxLooked = 500;

/** @param some SQL of the conversations to count in. Messages from before the user existed are never unread. */
const unreadIn = (some: string) =>
  teamStatement(`
    select u.id as user_id, n.conversation_id, n.unread
    from users u left join lateral (
      select c.id as conversation_id, (
        select count(*) from (
          select from messages m where m.team_id = $team and m.conversation_id = c.id and ${mayBeUnread('m')}
            and m.created_at > coalesce(r.read_up_to, u.created_at) limit ${maxUnread}) few)::int as unread
      from (${some}) c
        left join lateral (
          select r.read_up_to from conversation_reads r
          where r.team_id = $team and r.conversation_id = c.id and r.user_id = $user_id limit 1) r on true
      offset 0) n on n.unread > 0
    where u.team_id = $team and u.id = $user_id
    order by n.conversation_id`);

/** All open conversations but muted groups: an incoming message opens its conversation, so no other one has unread messages. */
const unreadOpen = unreadIn(`
  select o.id from conversations o where o.team_id = $team and o.status = 'open' and $ids::uuid[] is null
    and ${isVisibleInbox('o.inbox_id')} and not ${isMuted('o')}
  order by o.last_message_at desc, o.id desc limit ${maxLooked}`);
const unreadAmong = unreadIn(
  `select o.id from conversations o
  where o.team_id = $team and o.id = any($ids::uuid[]) and ${isVisibleInbox('o.inbox_id')} and not ${isMuted('o')}`,
);
const mutedInboxes = teamStatement(
  `select i.id from inboxes i where i.team_id = $team and i.groups = 'muted' and ${isVisibleInbox('i.id')} order by i.id`,
);
const blockedConversations = teamStatement(
  `select c.id from conversations c where c.team_id = $team and c.is_blocked and ${isVisibleInbox('c.inbox_id')}
  order by c.last_message_at desc, c.id desc limit ${maxLooked}`,
);

const counts = required(
  kind(
    Type.Array(
      Type.Object({
        conversation_id: Type.String({ format: 'uuid' }),
        unread: about(
          'The number of unread ones.',
          Type.Integer({ minimum: 1, maximum: maxUnread }),
        ),
      }),
    ),
    'a list of conversations, each with the number of unread messages',
    'json',
  ),
);

export const unread = operation({
  name: 'conversations.unread',
  id: 'countUnread',
  summary: 'Count a user’s unread messages',
  note: `For each of the ${maxLooked} open conversations with the latest messages, or for the given ones: the number of incoming messages after the user’s read mark, at most ${maxUnread}. A reaction belongs to its message and is not counted, nor are blocked contacts and the groups of inboxes that mute them.`,
  cli: 'conversation unread',
  allow: { operator: true, user: 'member' },
  panel: { method: 'GET', path: '/msgapp/unread', status: 200 },
  emits: [],
  input: {
    fields: {
      user_id: uuid,
      ids: about('The IDs of the records.', links('conversations', maxPerPage)),
    },
  },
  output: {
    kind: 'fields',
    name: 'Unread',
    fields: {
      conversations: about(
        'The number of conversations with unread messages.',
        required(number(0, Number.MAX_SAFE_INTEGER)),
      ),
      unread: about('The given conversations that have unread messages.', counts),
      muted_inbox_ids: about(
        'The inboxes whose groups are muted: their messages are never unread.',
        required(listOf(Type.String({ format: 'uuid' }), 'ids of inboxes')),
      ),
      blocked_conversation_ids: about(
        `The ${maxLooked} conversations with the latest messages whose contacts are blocked: their messages are never unread.`,
        required(listOf(Type.String({ format: 'uuid' }), 'ids of conversations')),
      ),
    },
  },
  one: 'conversation',
  async run({ actor, db }, { values: { user_id, ids } }) {
    const user = actingUserOf(actor, user_id, 'user_id');
    const statement = ids.length > 0 ? unreadAmong : unreadOpen;
    const rows = await db.run(statement, { user_id: user, ids: ids.length > 0 ? ids : null });
    if (rows.length === 0) throw unknownUser('user_id');
    const unread = rows.flatMap(({ conversation_id, unread }) =>
      conversation_id === null ? [] : [{ conversation_id, unread }],
    );
    const muted = await db.run(mutedInboxes, {});
    const blocked = await db.run(blockedConversations, {});
    return {
      conversations: unread.length,
      unread,
      muted_inbox_ids: muted.map(({ id }) => id),
      blocked_conversation_ids: blocked.map(({ id }) => id),
    };
  },
});
