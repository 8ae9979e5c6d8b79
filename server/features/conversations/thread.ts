import { iso, type TeamStatement, teamStatement } from '#server/db/statement.ts';
import { userIdOf } from '#server/operations/context.ts';
import { idAfterMerges } from '#server/operations/id-after-merges.ts';
import { type Operation, operation } from '#server/operations/operation.ts';
import { ApiError, invalid } from '#server/platform/errors.ts';
import { Type } from '#server/platform/schema.ts';
import { shapes } from '#server/records/crud-queries.ts';
import { about, kind, required, timestamp, uuid } from '#server/records/fields.ts';
import { document, maxPerPage } from '#server/records/statements.ts';
import { table } from '#server/records/table.ts';
import { activitiesWithin, activityList } from './activities.ts';
import { messages } from './messages-table.ts';
import { maxNotes, noteColumns } from './notes.ts';
import { scheduledIn } from './scheduled-fields.ts';
import {
  conversationProperties,
  cursor,
  cursorsOf,
  defaultLimit,
  draftJson,
  inThreadOrder,
  isVisible,
  listOf,
  mayBeUnread,
  pageLimit,
  recordRef,
  ref,
  threadKeys,
  writtenAt,
} from './screen-sql.ts';
import { conversations } from './table.ts';

/* Page of a conversation's thread in the order of writing: messages and the notes between them. */

const queryParameters = table({
  name: 'messages',
  one: 'message',
  path: '/msgapp/conversations/:id/thread',
  isWhole: true,
  fields: { id: required(uuid) },
  filters: {
    before: {
      field: cursor,
      sql: 'true',
      about: 'The `before` cursor of a page; returns older messages.',
    },
    after: {
      field: cursor,
      sql: 'true',
      about: 'The `after` cursor of a page; returns newer messages.',
    },
    around: {
      field: uuid,
      sql: 'true',
      about: 'The ID of a message of the conversation; returns the messages before and after it.',
    },
    since: {
      field: timestamp,
      sql: 'true',
      about:
        'A time; returns the messages around the first one written then or later, or the last messages if there is none.',
    },
    limit: {
      field: pageLimit,
      sql: 'true',
      about: `Maximum number of messages: 1 to ${maxPerPage}. Default: ${defaultLimit}.`,
    },
  },
  sorts: { written: { by: [writtenAt('t'), 't.created_at'], nullable: false, isText: false } },
});

const output = {
  kind: 'fields',
  name: 'ConversationThread',
  fields: {
    conversation: required(kind(Type.Object(conversationProperties), 'the conversation', 'json')),
    messages: required(listOf(ref('Message'), 'messages, oldest first')),
    notes: required(listOf(ref('Note'), 'the notes between them, oldest first')),
    activities: about(
      'The changes of the conversation between them, oldest first.',
      required(activityList),
    ),
    scheduled: about(
      'The messages that wait for their time, or were not sent and not dismissed, by time.',
      required(listOf(ref('ScheduledMessage'), 'scheduled messages')),
    ),
    before: about('The cursor for older messages; null if there are none.', cursor),
    after: about('The cursor for newer messages; null if there are none.', cursor),
    read_up_to: about('The time up to which the user has read.', timestamp),
    first_unread_id: about('The first message you have not read.', uuid),
    draft: recordRef('Draft', 'your draft'),
  },
} as const;

type Part = 'last' | 'before' | 'after' | 'around';

const at = writtenAt('m');
const place = `(${threadKeys('m').join(', ')})`;
/** Selects messages before or after a position, nearest first. */
const selectMessages = (condition: string, direction: 'asc' | 'desc', limit: string) => `
  select m.* from (
    select m.*, ${at} as at from messages m
    where m.team_id = $team and m.conversation_id = (select id from c) and ${isVisible('m')}${condition}
    order by ${inThreadOrder('m', direction)} limit ${maxPerPage + 1}) m
  order by m.at ${direction}, m.created_at ${direction}, m.id ${direction} limit ${limit}`;
const positionSql = '($at::timestamptz, $stored::timestamptz, $message::uuid)';

const parts: Readonly<Record<Part, string>> = {
  last: `found as materialized (${selectMessages('', 'desc', '$most')})`,
  before: `found as materialized (${selectMessages(` and ${place} < ${positionSql}`, 'desc', '$most')})`,
  after: `found as materialized (${selectMessages(` and ${place} > ${positionSql}`, 'asc', '$most')})`,
  around: `middle as materialized (
      select ${at} as at, m.created_at, m.id from messages m where m.team_id = $team and m.id = $around::uuid and m.conversation_id = (select id from c)),
    older as materialized (${selectMessages(` and ${place} < (select x.at, x.created_at, x.id from middle x)`, 'desc', '$half + 1')}),
    newer as materialized (${selectMessages(` and ${place} >= (select x.at, x.created_at, x.id from middle x)`, 'asc', '$most - $half')}),
    found as materialized (select * from older union all select * from newer)`,
};

/** First incoming message after the user's read mark. */
const firstUnread = `(
  select m.id from messages m where m.team_id = $team and m.conversation_id = c.id and ${mayBeUnread('m')}
    and m.created_at > coalesce((select r.read_up_to from mark r), (select u.created_at from users u where u.team_id = $team and u.id = $me::uuid))
  order by m.created_at, m.id limit 1)`;

const statements = shapes(
  (part: Part): TeamStatement =>
    teamStatement(
      `with c as materialized (
        select * from conversations t where t.team_id = $team and t.id = ${idAfterMerges('$id::uuid')}),
      ${parts[part]},
      mark as materialized (
        select r.read_up_to from conversation_reads r
        where r.team_id = $team and r.conversation_id = (select id from c) and r.user_id = $me::uuid)
      select ${document(conversations, '(select c.*)')}::json as conversation,
        (select coalesce(json_agg(json_build_object('at', ${iso('m.at')}, 'stored', ${iso('m.created_at')}, 'id', m.id, 'data', ${document(messages, '(select m.*)')})
          order by m.at, m.created_at, m.id), '[]') from found m) as messages,
        ${part === 'around' ? '(select count(*) from older)::int as older, exists (select from middle) as is_there,' : ''}
        (select ${iso('r.read_up_to')} from mark r) as read_up_to, ${firstUnread} as first_unread_id,
        (select ${draftJson} from conversation_drafts d
          where d.team_id = $team and d.conversation_id = c.id and d.user_id = $me::uuid) as draft
      from c`,
      { prepared: false },
    ),
);

/** Notes and activities within a time span, which begins with a message and ends before the first one of the next page. */
const betweenWithin = teamStatement(`
  select (
    select coalesce(json_agg(row_to_json(n) order by n.created_at, n.id), '[]') from (
      select ${noteColumns('n')} from conversation_notes n
      where n.team_id = $team and n.conversation_id = $id and n.deleted_at is null
        and ($from::timestamptz is null or n.created_at >= $from) and ($to::timestamptz is null or n.created_at < $to)
      order by n.created_at desc, n.id desc limit ${maxNotes}) n) as notes,
    ${activitiesWithin} as activities, ${scheduledIn} as scheduled`);

interface ThreadRow {
  readonly at: string;
  readonly stored: string;
  readonly id: string;
  readonly data: string;
}

interface ThreadRequest {
  readonly before?: string;
  readonly after?: string;
  readonly around?: string;
  readonly since?: string;
  readonly limit?: number;
}

/** First message written at a time or later. */
const firstSince = teamStatement(`
  select m.id from messages m
  where m.team_id = $team and ${isVisible('m')} and ${at} >= $since::timestamptz and m.conversation_id = ${idAfterMerges('$id::uuid')}
  order by ${inThreadOrder('m')} limit 1`);

/** @throws ApiError VALIDATION_ERROR if more than one position is given */
function partOf({ before, after, around: aroundId, since }: ThreadRequest): Part {
  const named = Object.entries({ before, after, around: aroundId, since }).filter(
    ([, value]) => value !== undefined,
  );
  if (named.length > 1)
    throw invalid(
      'before, after, around and since: at most one may be given.',
      named.map(([name]) => name),
      'conflicting',
    );
  if (since !== undefined) return 'around';
  return (named[0]?.[0] ?? 'last') as Part;
}

/** Returns the messages to show, and whether more exist on either side. */
function visiblePart(part: Part, rows: readonly ThreadRow[], limit: number, olderFound: number) {
  const half = Math.floor(limit / 2);
  if (part === 'around') {
    const isMoreBefore = olderFound > half;
    const visible = rows.slice(isMoreBefore ? 1 : 0);
    const behind = visible.length - Math.min(olderFound, half);
    const isMoreAfter = behind > limit - half;
    return { shown: isMoreAfter ? visible.slice(0, -1) : visible, isMoreBefore, isMoreAfter };
  }
  const isMore = rows.length > limit;
  if (part === 'after')
    return {
      shown: isMore ? rows.slice(0, limit) : rows,
      isMoreBefore: true,
      isMoreAfter: isMore,
    };
  return {
    shown: isMore ? rows.slice(1) : rows,
    isMoreBefore: isMore,
    isMoreAfter: part === 'before',
  };
}

export const getThread: Operation = operation({
  name: 'conversations.thread',
  id: 'getConversationThread',
  summary:
    'List part of a conversation’s thread: messages, and the notes and activities between them',
  note: 'Returns the last messages, or those before, after or around a position; oldest first, by time of writing (sent_at), then of storage (created_at). before and after are the cursors of the adjacent pages, or null. A reaction appears in the reactions of its message, and as a message only if that one is unknown or the reaction failed. Each note and each activity is on exactly one page: that of the message before it. read_up_to and first_unread_id are yours. The id of a conversation that was merged into another one returns the latter.',
  allow: { user: 'member' },
  panel: { method: 'GET', path: queryParameters.path, status: 200 },
  emits: [],
  input: { path: ['id'], query: queryParameters },
  output,
  one: 'conversation',
  async run({ db, actor, settings }, { id, query: { filters } }) {
    const request = filters as ThreadRequest;
    const { since, limit = defaultLimit } = request;
    const wanted = partOf(request);
    const [begin] = since === undefined ? [] : await db.run(firstSince, { id, since });
    const aroundId = request.around ?? begin?.id;
    const part = aroundId === undefined && wanted === 'around' ? 'last' : wanted;
    const cursors = cursorsOf(settings.secrets, queryParameters);
    const place = request.before ?? request.after;
    const [from, stored, message] =
      place === undefined ? [] : cursors.read(db.id, 'written', part, place);
    const [row] = await db.run(statements(part, part), {
      id,
      around: aroundId,
      at: from,
      stored,
      message,
      me: userIdOf(actor),
      most: limit + 1,
      half: Math.floor(limit / 2),
    });
    if (!row) return undefined;
    if (row.is_there === false)
      throw new ApiError('NOT_FOUND', 'around: the conversation has no message with this id.');
    const {
      shown: visible,
      isMoreBefore,
      isMoreAfter,
    } = visiblePart(part, row.messages as ThreadRow[], limit, Number(row.older ?? 0));
    const [first, last] = [visible.at(0), visible.at(-1)];
    const cursorAt = (row: ThreadRow | undefined) =>
      row ? cursors.of(db.id, 'written', [row.at, row.stored, row.id]) : (place ?? null);
    const { id: conversation } = row.conversation as { id: string };
    const [between] = await db.run(betweenWithin, {
      id: conversation,
      from: part === 'after' ? from : isMoreBefore ? (first?.at ?? from) : null,
      to: part === 'before' ? from : isMoreAfter ? last?.at : null,
    });
    return {
      conversation: row.conversation,
      messages: visible.map(({ data }) => JSON.parse(data) as object),
      notes: between?.notes,
      activities: between?.activities,
      scheduled: between?.scheduled,
      before: isMoreBefore ? cursorAt(first) : null,
      after: isMoreAfter ? cursorAt(last) : null,
      read_up_to: row.read_up_to,
      first_unread_id: row.first_unread_id,
      draft: row.draft,
    };
  },
});
