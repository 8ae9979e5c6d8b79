import { iso, rowById, type TeamStatement, teamStatement } from '#server/db/statement.ts';
import { userIdOf } from '#server/operations/context.ts';
import { type Operation, operation } from '#server/operations/operation.ts';
import { orNull, Type } from '#server/platform/schema.ts';
import { shapes } from '#server/records/crud-queries.ts';
import { about, kind, required } from '#server/records/fields.ts';
import { containsId } from '#server/records/id-search.ts';
import { bareTerm, isScannedFor } from '#server/records/input.ts';
import { hasReplyTimes } from '#server/records/reply-times.ts';
import { document, maxPerPage } from '#server/records/statements.ts';
import {
  conditionsOf,
  isSet,
  listColumns,
  queryParameters,
  type Sort,
  setOf,
  type View,
  views,
  visibility,
} from './conversation-filters.ts';
import { mentionShape } from './group-mentions.ts';
import {
  authorOf,
  authorShape,
  messageOrigins,
  messageStatuses,
  participantOf,
  participantShape,
} from './messages-table.ts';
import { maxUnread } from './read-marks.ts';
import { hasDue } from './reply-due.ts';
import {
  conversationProperties,
  cursorsOf,
  defaultLimit,
  inThreadOrder,
  isMuted,
  isVisible,
  listOf,
  mayBeUnread,
  nameOf,
  nextCursor,
  writtenAt,
} from './screen-sql.ts';
import { conversations } from './table.ts';

/*
 * List of conversations to work through: longest wait first, each with its last message and unread count. A cursor continues from its
 * position in the current order: a conversation that no message moves in the meantime appears exactly once.
 */

/** Max count; 100,000 means 100,000 or more. */
const maxCounted = 100_000;

const moment = Type.String({ format: 'date-time' });
const text = Type.String();
const id = Type.String({ format: 'uuid' });

const row = Type.Object({
  ...conversationProperties,
  name: Type.String({
    description: 'The contact’s or the group’s name; empty if a group’s is unknown.',
  }),
  last_message: about(
    'The last message.',
    orNull(
      Type.Object({
        id,
        direction: about(
          'outgoing: written by the team. incoming: written by the contact.',
          Type.Enum(['incoming', 'outgoing']),
        ),
        message_type: about('The type of message.', text),
        content: Type.String({ description: 'The first 140 characters.' }),
        status: about('The status.', Type.Enum([...messageStatuses])),
        origin: about('The author’s side.', Type.Enum([...messageOrigins])),
        author: about(
          'The sender; null for incoming messages, and if it was not recorded.',
          orNull(authorShape),
        ),
        participant: about(
          'The member who wrote an incoming message of a group; null for other messages.',
          orNull(participantShape),
        ),
        mentions: about(
          'The members of a group that the content mentions.',
          Type.Array(mentionShape),
        ),
        revoked_at: orNull(moment),
        sent_at: about('The network’s time of the message.', moment),
        created_at: moment,
      }),
    ),
  ),
  unread: about(
    'The number of messages you have not read, at most 100; 0 for a muted group.',
    Type.Integer({ minimum: 0, maximum: maxUnread }),
  ),
  client: about('The contact’s client.', orNull(Type.Object({ id, name: text }))),
  draft: Type.Boolean({ description: 'True if you have an unsent draft.' }),
  has_reply_times: Type.Boolean({ description: 'True if the inbox has reply times.' }),
});

const count = Type.Integer({ minimum: 0, maximum: maxCounted });
const output = {
  kind: 'fields',
  name: 'ConversationRows',
  fields: {
    rows: required(listOf(row, 'conversations')),
    next: nextCursor,
    counts: required(
      kind(
        Type.Object({
          mine: about('Your conversations.', count),
          unassigned: about('Unassigned conversations.', count),
          all: about('All conversations.', count),
        }),
        'the number of conversations with this status that match the filters, in each view',
        'json',
      ),
    ),
  },
} as const;

const inView: Readonly<Record<View, string>> = {
  mine: 't.assignee_id = $me::uuid',
  unassigned: 't.assignee_id is null',
  all: 'true',
};

/** Max matching contacts of which all conversations are read; the conversations of more are searched in the order of the list. */
const maxMatches = 5_000;
/** Max conversations that are searched in this way: after that, reading all matches is cheaper than continuing. */
const maxSearched = 20_000;

/** SQL conditions of a search term: on a contact `k`; on the announced name of a hidden number, or the name of a group, of a conversation `t`. */
const searchConditions = (isScanned: boolean) => {
  const by = isScanned ? ' collate "C"' : '';
  return {
    ofContact: `(k.search${by} like containing($search) or ${containsId(`k.search_ids${by}`, '$search_ids')})`,
    ofHidden: `(t.lid is not null and fold(coalesce(t.push_name, t.lid)) like containing($search))`,
    ofGroup: `(t.group_id is not null and fold(coalesce(t.push_name, '')) like containing($search))`,
  };
};

/** SQL: ids of the matching contacts, and of matching conversations without a contact: with hidden numbers, and of groups. */
const matches = (isScanned: boolean) => {
  const { ofContact, ofHidden, ofGroup } = searchConditions(isScanned);
  return `matching as materialized (select k.id from contacts k where k.team_id = $team and ${ofContact} limit ${maxMatches + 1}),
    hidden as materialized (
      select t.id from conversations t where t.team_id = $team and ${ofHidden}
      union all select t.id from conversations t where t.team_id = $team and ${ofGroup}),`;
};

/** Orders that begin with waiting conversations, by a time: its column, a condition for having it, and its opposite. */
const byTime = {
  waiting: {
    at: 't.waiting_since',
    has: 't.waiting_since is not null',
    lacks: 't.waiting_since is null',
  },
  due: { at: 't.reply_due_at', has: hasDue('t'), lacks: `(${hasDue('t')}) is not true` },
} as const;

/** Start of a page: at the beginning, among waiting conversations with the time of the order, or among those without. */
type PageStart = 'first' | 'waiting' | 'rest';

interface Listing {
  readonly view: View;
  readonly sort: Sort;
  readonly begin: PageStart;
  readonly filters: readonly string[];
  readonly search: boolean;
  readonly isScanned: boolean;
}

/** The inner limit is a constant because the planner expects a tenth of all rows for an unknown limit. */
const ordered = (columns: string, condition: string, order: string, from: string) =>
  `select ${columns} from ${from} where ${condition} order by ${order} limit ${maxPerPage + 1}`;

/**
 * SQL: the first matches of a search in the given order. A page of a term with many matches fills long before all of them are read; if it
 * does not, all of them are read.
 */
function firstMatches(
  columns: string,
  condition: string,
  order: string,
  isScanned: boolean,
): string {
  const { ofContact, ofHidden, ofGroup } = searchConditions(isScanned);
  const ofOthers = `(${ofHidden} or ${ofGroup})`;
  const hasMany = `(select count(*) from matching) > ${maxMatches}`;
  const contact = 'from contacts k where k.team_id = $team and k.id = t.contact_id';
  const matching = `(
        select c.id from matching m cross join lateral (
          select c.id from conversations c where c.team_id = $team and c.contact_id = m.id offset 0) c
        union select h.id from hidden h) i cross join ${rowById('conversations', 'i.id')} t`;
  return `
    with near as materialized (
      select ${columns} from (
        select * from conversations t where ${condition} and ${hasMany} order by ${order} limit ${maxSearched}) t
        left join lateral (select ${ofContact} as matches ${contact} offset 0) k on true
      where k.matches or ${ofOthers} order by ${order} limit ${maxPerPage + 1})
    select * from near
    union all
    select * from (${ordered(columns, condition, order, matching)}) few where not ${hasMany}
    union all
    select * from (
      ${ordered(columns, `${condition} and (exists (select ${contact} and ${ofContact}) or ${ofOthers}) and t.id not in (select n.id from near n)`, order, 'conversations t')}) rest
    where ${hasMany} and (select count(*) from near) <= ${maxPerPage}
      and (select count(*) from (select from conversations t where ${condition} limit ${maxSearched}) t) = ${maxSearched}`;
}

function selectIds({ view, sort, begin, filters, search, isScanned }: Listing): string {
  const isOfSet = isSet(filters) && !search && !filters.includes('ids');
  const where = `${isOfSet ? 'true' : conditionsOf(filters)} and ${inView[view]}`;
  const from = isOfSet ? 'matches t' : 'conversations t';
  const columns = listColumns(sort);
  const first = (condition: string, order: string, limit: string) => `
    select * from (${search ? firstMatches(columns, condition, order, isScanned) : ordered(columns, condition, order, from)}) t
    order by ${order} limit ${limit}`;
  const latest = 't.last_message_at desc, t.id desc';
  const behindRest =
    begin === 'rest' ? ' and (t.last_message_at, t.id) < ($at::timestamptz, $id::uuid)' : '';
  if (sort === 'latest')
    return `found as materialized (${first(`${where}${behindRest}`, latest, '$most')})`;
  const { at, has, lacks } = byTime[sort];
  const behindWaiting =
    begin === 'waiting' ? ` and (${at}, t.id) > ($at::timestamptz, $id::uuid)` : '';
  const rest = (limit: string) => first(`${where} and ${lacks}${behindRest}`, latest, limit);
  if (begin === 'rest') return `found as materialized (${rest('$most')})`;
  return `waiting as materialized (
      ${first(`${where} and ${has}${behindWaiting}`, `${at}, t.id`, '$most')}),
    found as materialized (
      select * from waiting union all select * from (${rest('greatest(0, $most - (select count(*) from waiting))')}) r)`;
}

/** SQL: the number of conversations in each view, from an index where one contains all columns of the filters. */
function countsIn(from: string): string {
  const counts = views.map((view) => `'${view}', count(*) filter (where ${inView[view]})`);
  return `(select json_build_object(${counts.join(', ')}) from (select t.assignee_id from ${from} limit ${maxCounted}) t)`;
}

/** SQL over `t`: the time of an order, and the whole order. */
function orderOf(sort: Sort): { readonly time: string; readonly order: string } {
  const latest = 't.last_message_at desc, t.id desc';
  if (sort === 'latest') return { time: 'null::timestamptz', order: latest };
  const { at, has, lacks } = byTime[sort];
  const time = `case when ${has} then ${at} end`;
  const ofRest = (column: string) => `case when ${lacks} then ${column} end desc`;
  return {
    time,
    order: `${time} nulls last, ${ofRest('t.last_message_at')}, ${ofRest('t.id')}, t.id`,
  };
}

function statementFor(listing: Listing): TeamStatement {
  const { sort, filters, search, isScanned } = listing;
  // Ids pick rows of the list.
  const counted = filters.filter((name) => name !== 'ids');
  const hasSet = isSet(counted);
  const { time, order } = orderOf(sort);
  return teamStatement(
    `with me as materialized (select u.created_at from users u where u.team_id = $team and u.id = $me::uuid),
    ${hasSet ? `${setOf(counted, sort)},` : ''}
    ${search ? matches(isScanned) : ''}
    ${selectIds(listing)}
    select ${countsIn(hasSet ? 'matches t' : `conversations t where ${conditionsOf(counted)}`)} as counts, (
      select coalesce(json_agg(row_to_json(x)), '[]') from (
        select t.*, ${time} as time, ${document(conversations, '(select c.*)')} as data, ${nameOf} as name,
          (select row_to_json(o) from (select p.id, p.name) o where p.id is not null) as client,
          ${hasReplyTimes('i')} as has_reply_times,
          exists (select from conversation_drafts d where d.team_id = $team and d.conversation_id = t.id and d.user_id = $me::uuid) as draft,
          case when ${isMuted('c')} then 0 else (select count(*) from (
            select from messages m where m.team_id = $team and m.conversation_id = t.id and ${mayBeUnread('m')}
              and m.created_at > coalesce(r.read_up_to, me.created_at) limit ${maxUnread}) few)::int end as unread,
          (select row_to_json(o) from (
            select m.id, m.direction, m.message_type, left(m.content, 140) as content, m.status,
              coalesce(m.origin, case m.direction when 'incoming' then 'contact' else 'pauta' end::message_origin) as origin,
              ${authorOf('m')} as author, ${participantOf('m')} as participant, coalesce(m.mentions, '[]') as mentions,
              ${iso('m.revoked_at')} as revoked_at, ${iso(writtenAt('m'))} as sent_at, ${iso('m.created_at')} as created_at
            from messages m where m.team_id = $team and m.conversation_id = t.id and ${isVisible('m')}
            order by ${inThreadOrder('m', 'desc')} limit 1) o) as last_message
        from (select f.*, c.push_name, c.lid, c.contact_id
            from found f join conversations c on c.team_id = $team and c.id = f.id) t
          cross join me
          join conversations c on c.team_id = $team and c.id = t.id
          join inboxes i on i.team_id = $team and i.id = c.inbox_id
          left join contacts k on k.team_id = $team and k.id = t.contact_id
          left join projects j on j.team_id = $team and j.id = c.project_id
          left join clients p on p.team_id = $team and p.id = coalesce(k.client_id, c.client_id, j.client_id)
          left join conversation_reads r on r.team_id = $team and r.conversation_id = t.id and r.user_id = $me::uuid
        order by ${order}) x) as rows`,
    { prepared: false },
  );
}

const statements = shapes(statementFor);

/** Row as the statement returns it. */
interface ConversationRow {
  readonly id: string;
  readonly data: string;
  /** Time by which the order places it, if it has one. */
  readonly time: string | null;
  readonly last_message_at: string;
  readonly name: string;
  readonly client: object | null;
  readonly draft: boolean;
  readonly has_reply_times: boolean;
  readonly unread: number;
  readonly last_message: object | null;
}

const rowView = ({
  data,
  name,
  last_message,
  unread,
  client,
  draft,
  has_reply_times,
}: ConversationRow) => ({
  ...(JSON.parse(data) as object),
  ...{ name, last_message, unread, client, draft, has_reply_times },
});

/** Parameters that are not conditions. */
const notFilters = ['view', 'sort', 'after', 'limit'];

interface ListRequest {
  readonly view?: View;
  readonly sort?: Sort;
  readonly after?: string;
  readonly limit?: number;
  readonly [name: string]: unknown;
}

export const listRows: Operation = operation({
  name: 'conversations.rows',
  id: 'listConversationRows',
  summary: 'List conversations as an inbox',
  note: `Without parameters, returns open conversations, longest waiting first. Only messages and answers change the order. A page after a cursor reflects the current state: a conversation that does not move appears once; one that moves is announced on the live stream and can be read again with ids. search matches names and numbers. unread is your count, at most ${maxUnread}; counts are of the conversations with this status that match the filters other than search and ids, at most ${maxCounted} together. next is null on the last page.`,
  allow: { user: 'member' },
  panel: { method: 'GET', path: queryParameters.path, status: 200 },
  emits: [],
  input: { query: queryParameters },
  output,
  one: 'team',
  async run({ db, actor, settings }, { query: { filters, search } }) {
    const {
      view = 'all',
      sort = 'waiting',
      after,
      limit = defaultLimit,
      ...further
    } = filters as ListRequest;
    const { status = 'open', ...others } = further;
    const conditions = { ...(status === 'any' ? {} : { status }), ...others };
    const names = [
      ...Object.keys(conditions).filter((name) => !notFilters.includes(name)),
      ...(db.hiddenInboxes.length > 0 ? [visibility] : []),
    ];
    const cursors = cursorsOf(settings.secrets, queryParameters);
    const [section, at, id] =
      after === undefined ? ['first'] : cursors.read(db.id, sort, 'after', after);
    const isSearch = search !== undefined;
    const isScanned = isSearch && isScannedFor(queryParameters, search);
    const begin = section as PageStart;
    const statement = statements(`${view} ${sort} ${begin} ${names} ${isSearch} ${isScanned}`, {
      view,
      sort,
      begin,
      filters: names,
      search: isSearch,
      isScanned,
    });
    const [row] = await db[isSearch ? 'scan' : 'run'](statement, {
      ...conditions,
      search,
      search_ids: isSearch ? bareTerm(search) : undefined,
      me: userIdOf(actor),
      most: limit + 1,
      at,
      id,
    });
    if (!row) return undefined;
    const all = row.rows as ConversationRow[];
    const rows = all.slice(0, limit);
    const last = all.length > limit ? rows.at(-1) : undefined;
    const next =
      last &&
      cursors.of(db.id, sort, [
        last.time === null ? 'rest' : 'waiting',
        last.time ?? last.last_message_at,
        last.id,
      ]);
    return { rows: rows.map(rowView), next: next ?? null, counts: row.counts };
  },
});
