import { isVisibleInbox } from '#server/operations/hidden-records.ts';
import { Type } from '#server/platform/schema.ts';
import { kind, oneOf, readNumber, required, singleLine, uuid } from '#server/records/fields.ts';
import { maxPerPage } from '#server/records/statements.ts';
import { table } from '#server/records/table.ts';
import { hasDue } from './reply-due.ts';
import { cursor, defaultLimit, isMuted, mayBeUnread, pageLimit } from './screen-sql.ts';
import { isGroupOfClient, statuses } from './table.ts';

/* Query parameters of the list of conversations: each filter is a condition of its statement, over conversation `t` and user `me`. */

export const views = ['mine', 'unassigned', 'all'] as const;
export const orders = ['waiting', 'due', 'latest'] as const;
export type View = (typeof views)[number];
export type Sort = (typeof orders)[number];

/** Max open conversations that are searched for unread messages. */
const maxUnreadSearched = 1_000;

/** Filters of which no index has the order of the list: all matches are read once, for the page and the counts. */
const setFilters: readonly string[] = [
  'client_id',
  'assignee_id',
  'squad_id',
  'my_squads',
  'unread',
  'waits_minutes',
  'due_minutes',
  'label_ids',
  'blocked',
];
export const isSet = (filters: readonly string[]) =>
  filters.some((name) => setFilters.includes(name));

/** Name of the condition that leaves out the conversations which the caller may not see. No parameter of requests. */
export const visibility = 'visible';

export const conditionsOf = (filters: readonly string[]) =>
  [
    't.team_id = $team',
    ...filters.map((name) =>
      name === visibility
        ? isVisibleInbox('t.inbox_id')
        : (queryParameters.filters[name]?.sql ?? 'false'),
    ),
  ].join(' and ');

/** Columns that an order needs; no index of a filter contains those of a due time. */
export const listColumns = (sort: Sort) =>
  `t.id, t.waiting_since, t.last_message_at${sort === 'due' ? ', t.reply_due_at, t.reply_due_for' : ''}`;

/**
 * SQL: `matches`, the conversations that match the filters. An incoming message opens its conversation, so only open ones have unread
 * messages.
 */
export function setOf(filters: readonly string[], sort: Sort): string {
  const columns = `${listColumns(sort)}, t.assignee_id`;
  const where = conditionsOf(filters.filter((name) => name !== 'unread'));
  const all = `select ${columns} from conversations t where ${where}`;
  if (!filters.includes('unread')) return `matches as materialized (${all})`;
  return `matches as materialized (
    select ${columns}
    from (${all} and t.status = 'open' and not ${isMuted('t')} order by t.last_message_at desc, t.id desc limit ${maxUnreadSearched}) t cross join me
      left join lateral (
        select r.read_up_to from conversation_reads r
        where r.team_id = $team and r.conversation_id = t.id and r.user_id = $me::uuid offset 0) r on true
    where exists (
      select from messages m where m.team_id = $team and m.conversation_id = t.id and ${mayBeUnread('m')}
        and m.created_at > coalesce(r.read_up_to, me.created_at) offset 0))`;
}

/** Ids in one parameter. @param most of them */
const idList = (most: number) =>
  kind(
    Type.String({ maxLength: 40 * most }),
    `at most ${most} UUIDs, separated by commas`,
    'text',
    {
      check: (value) => {
        const ids = String(value).split(',');
        return ids.length <= most && ids.every((id) => uuid.check(id));
      },
    },
  );

/** Max minutes of a wait to filter by: a year. */
const maxWait = 525_600;
const minutes = kind(
  Type.Integer({ minimum: 0, maximum: maxWait }),
  `a whole number from 0 to ${maxWait}`,
  'integer',
  { fromQuery: readNumber },
);

export const queryParameters = table({
  name: 'conversations',
  one: 'conversation',
  path: '/msgapp/conversation-rows',
  isWhole: true,
  fields: { id: required(uuid), name: singleLine(), phone: singleLine() },
  filters: {
    view: {
      field: oneOf('text', views),
      sql: 'true',
      about: 'Only your conversations, only unassigned ones, or all. Default: all.',
    },
    status: {
      field: oneOf('text', [...statuses, 'any']),
      sql: `t.status = $status::conversation_status`,
      about: 'Only conversations with this status. Default: open.',
    },
    inbox_id: {
      field: uuid,
      sql: 't.inbox_id = $inbox_id::uuid',
      about: 'Only conversations of this inbox.',
    },
    contact_id: {
      field: uuid,
      sql: 't.contact_id = $contact_id::uuid',
      about: 'Only conversations with this contact.',
    },
    client_id: {
      field: uuid,
      sql: `(t.contact_id = any(array(select k.id from contacts k where k.team_id = $team and k.client_id = $client_id::uuid))
        or ${isGroupOfClient('t', '$client_id::uuid')})`,
      about: 'Only conversations with contacts of this client, and its groups.',
    },
    assignee_id: {
      field: uuid,
      sql: 't.assignee_id = $assignee_id::uuid',
      about: 'Only conversations assigned to this user.',
    },
    squad_id: {
      field: uuid,
      sql: 't.squad_id = $squad_id::uuid',
      about: 'Only conversations assigned to this squad.',
    },
    my_squads: {
      field: oneOf('text', ['true']),
      sql: `$my_squads = 'true' and t.squad_id = any(array(
        select s.squad_id from squad_members s where s.team_id = $team and s.user_id = $me::uuid))`,
      about: 'Only conversations assigned to a squad that you are in.',
    },
    label_ids: {
      field: idList(20),
      sql: `t.label_ids <> '{}' and t.label_ids && array(
        select l.id from labels l where l.team_id = $team and l.id = any(string_to_array($label_ids, ',')::uuid[]))`,
      about: 'Only conversations with at least one of these labels: IDs, separated by commas.',
    },
    blocked: {
      field: oneOf('text', ['true']),
      sql: `$blocked = 'true' and t.is_blocked`,
      about: 'Only blocked conversations.',
    },
    unread: {
      field: oneOf('text', ['true']),
      sql: `$unread = 'true' and t.id in (select m.id from matches m)`,
      about: `Only open conversations with messages you have not read: of the ${maxUnreadSearched} with the latest messages that match the other filters.`,
    },
    waits_minutes: {
      field: minutes,
      sql: `t.waiting_since <= now() - $waits_minutes::integer * interval '1 minute'`,
      about:
        'Only conversations whose contact has been waiting for an answer for at least this many minutes.',
    },
    due_minutes: {
      field: minutes,
      sql: `${hasDue('t')} and t.reply_due_at <= now() + $due_minutes::integer * interval '1 minute'`,
      about:
        'Only conversations whose answer is due within this many minutes, or overdue. 0: overdue ones only.',
    },
    ids: {
      field: idList(maxPerPage),
      sql: `t.id = any(string_to_array($ids, ',')::uuid[])`,
      about:
        'Only conversations with these ids, if they match the other filters: rereads the changed rows of a list.',
    },
    sort: {
      field: oneOf('text', orders),
      sql: 'true',
      about:
        'waiting: longest waiting first, then those without an unanswered message, latest message first. due: the answer that is due first, then those without a due time, latest message first. latest: latest message first. Default: waiting.',
    },
    after: { field: cursor, sql: 'true', about: 'The `next` cursor of the previous page.' },
    limit: {
      field: pageLimit,
      sql: 'true',
      about: `Maximum number of conversations: 1 to ${maxPerPage}. Default: ${defaultLimit}.`,
    },
  },
  search: { text: ['name'], ids: ['phone'] },
  sorts: {
    waiting: { by: ['t.waiting_since', 't.last_message_at'], nullable: true, isText: false },
    due: { by: ['t.reply_due_at', 't.last_message_at'], nullable: true, isText: false },
    latest: { by: ['t.last_message_at'], nullable: false, isText: false },
  },
});
