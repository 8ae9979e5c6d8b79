import { iso, type TeamStatement, teamStatement } from '#server/db/statement.ts';
import { isVisibleInbox } from '#server/operations/hidden-records.ts';
import { idAfterMerges } from '#server/operations/id-after-merges.ts';
import { type Operation, operation } from '#server/operations/operation.ts';
import { invalid } from '#server/platform/errors.ts';
import { orNull, Type } from '#server/platform/schema.ts';
import { shapes } from '#server/records/crud-queries.ts';
import { about, required, singleLine, uuid } from '#server/records/fields.ts';
import { maxPerPage } from '#server/records/statements.ts';
import { table } from '#server/records/table.ts';
import { excerptOf } from './excerpt.ts';
import { authorOf, authorShape } from './messages-table.ts';
import {
  cursor,
  cursorsOf,
  inThreadOrder,
  isVisible,
  listOf,
  nameOf,
  nextCursor,
  pageLimit,
  threadKeys,
  writtenAt,
} from './screen-sql.ts';
import { conversationType, conversationTypes } from './table.ts';

/* Search in the texts of messages, latest first (docs/adr/0175-search-in-messages.md). */

const defaultLimit = 20;
/** Number of messages of the last two days from which the last word counts as common. */
const minOfCommon = 5 * maxPerPage;
/** Min letters and digits of a last word that may be the beginning of a longer one. */
const minOfPrefix = 3;

const queryParameters = table({
  name: 'messages',
  one: 'message',
  path: '/msgapp/message-hits',
  isWhole: true,
  fields: { id: required(uuid) },
  filters: {
    q: {
      field: singleLine(200, 1),
      sql: 'true',
      about: 'Required. The words, all of which a message must contain.',
    },
    conversation_id: {
      field: uuid,
      sql: `m.conversation_id = ${idAfterMerges('$conversation_id::uuid')}`,
      about: 'Only messages of this conversation.',
    },
    inbox_id: {
      field: uuid,
      sql: 'm.inbox_id = $inbox_id::uuid',
      about: 'Only messages of this inbox.',
    },
    after: { field: cursor, sql: 'true', about: 'The `next` cursor of the previous page.' },
    limit: {
      field: pageLimit,
      sql: 'true',
      about: `Maximum number of messages: 1 to ${maxPerPage}. Default: ${defaultLimit}.`,
    },
  },
  sorts: { written: { by: [writtenAt('t'), 't.created_at'], nullable: false, isText: false } },
});

const moment = Type.String({ format: 'date-time' });
const id = Type.String({ format: 'uuid' });

const hit = Type.Object({
  id: about('The ID of the message.', id),
  conversation_id: about('The conversation of the message.', id),
  inbox_id: about('The inbox that sent or received the message.', id),
  name: Type.String({
    description: 'The contact’s or the group’s name, or the number; empty if unknown.',
  }),
  type: about('The type of the conversation.', Type.Enum([...conversationTypes])),
  excerpt: Type.String({
    description: 'At most 160 characters of the text around the first of the words.',
  }),
  direction: about(
    'outgoing: written by the team. incoming: written by the contact.',
    Type.Enum(['incoming', 'outgoing']),
  ),
  author: about(
    'The sender; null for incoming messages, and if it was not recorded.',
    orNull(authorShape),
  ),
  sent_at: about('The network’s time of the message.', moment),
});

const output = {
  kind: 'fields',
  name: 'MessageHits',
  fields: {
    hits: required(listOf(hit, 'messages, latest first')),
    next: nextCursor,
  },
} as const;

/** SQL: the number of a day since 1970. */
const dayOf = (moment: string) => `floor(extract(epoch from ${moment}) / 86400)::int`;
/** SQL: the first of the periods that a step searches, of 1, 8 or 64 days. */
const firstOf = (level: number) => `((s.day >> ${3 * level + 3}) - 1 << 3)`;
/**
 * SQL: the keys of the periods of each step, from the latest; those of 1, 8 and 64 days have keys of their levels (migration 0121). A step
 * covers about eight times as much as the one before: up to 16 days, 4 months and 3 years.
 */
const steps = [0, 1, 2]
  .map((level) => {
    const last = level === 0 ? 's.day' : `(s.day >> ${3 * level}) - 2`;
    return `select ${level} as level, array(select p * 4 + ${level} from generate_series(${firstOf(level)}, ${last}) p) as keys from start s`;
  })
  .join(' union all ');
/** SQL: the moment before which no step searches. */
const beforeSteps = `(select to_timestamp(86400.0 * 64 * ${firstOf(2)}) from start s)`;
const periods = `periods_of(${writtenAt('m')})`;
/** SQL: the words as a text query, each folded and then quoted, so that nothing in them is an operator; `prefix` is the place of the last. */
const wordsQuery = (prefix: string) => `(
  select string_agg(
    '''' || replace(replace(right($team::text, 8) || l.lexeme, '\\', '\\\\'), '''', '''''') || '''' || case when w.place = ${prefix} then ':*' else '' end,
    ' & ')::tsquery
  from unnest(string_to_array($words, ' ')) with ordinality w(word, place), unnest(to_tsvector('simple'::regconfig, fold(w.word))) l)`;
const contains = (prefix: string) => `words_of(m.team_id, m.content) @@ ${wordsQuery(prefix)}`;
const wholeWords = contains('null');
const lastIsPrefix = contains('$prefix::int');
const columns = `m.id, m.conversation_id, m.inbox_id, m.content, m.direction, m.origin, m.author, m.author_id, m.author_run_id,
  m.sent_at, m.created_at`;
const latest = inThreadOrder('m', 'desc');

interface Search {
  readonly filters: readonly string[];
  readonly isContinued: boolean;
  readonly isOneThread: boolean;
  /** True if the last word may be the beginning of a longer one. */
  readonly isPrefix: boolean;
}

function statementFor({ filters, isContinued, isOneThread, isPrefix }: Search): TeamStatement {
  const conditions = [
    'm.team_id = $team',
    isVisible('m'),
    isVisibleInbox('m.inbox_id'),
    ...filters.map((name) => queryParameters.filters[name]?.sql ?? 'false'),
    ...(isContinued
      ? [
          `(${threadKeys('m').join(', ')}) < ($at::timestamptz, $stored::timestamptz, $message::uuid)`,
        ]
      : []),
  ].join(' and ');
  const matches = isPrefix ? lastIsPrefix : wholeWords;
  const firstHits = (more: string, most = '$most') =>
    `select ${columns} from messages m where ${conditions} and ${more} order by ${latest} limit ${most}`;
  const start = isContinued ? '$at::timestamptz' : 'now()';
  const startCte = `start as materialized (
    select ${dayOf(start)} as today, ${dayOf(isContinued ? start : `${start} + interval '1 week'`)} as day)`;
  /** CTEs `recent` and `earlier`: the page, found in steps if `condition` holds. */
  const inSteps = (condition: string) => `
    steps as materialized (select keys from (${steps}) p where ${condition} order by level),
    recent as materialized (
      select m.* from steps p cross join lateral (${firstHits(`${matches} and ${periods} && p.keys`)}) m
      limit $most),
    earlier as materialized (select * from (${firstHits(`${matches} and ${writtenAt('m')} < ${beforeSteps}`)}) m
      where (select count(*) from recent) < $most and ${condition})`;
  const isRare = '(select since from common) is null';
  /**
   * The index reads all words with a prefix before it returns a message, which takes long for a common one. If many messages of the last
   * two days contain the words as they are, the page is found among the messages written since the last of its hits: in the CTE `since`.
   */
  const sinceCommon = `
    whole as materialized (
      ${firstHits(`${wholeWords} and ${periods} && array(select d * 4 from start s, generate_series(s.today - 1, s.day) d)`, `${minOfCommon}`)}),
    common as materialized (
      select min(since) as since from (select ${writtenAt('m')} as since from whole m order by since desc limit $most) m
      where (select count(*) from whole) = ${minOfCommon}),
    since as materialized (select * from (
      ${firstHits(`(${lastIsPrefix}) is true and ${writtenAt('m')} >= (select since from common) and ${periods} && array(
        select d * 4 from start s, common, generate_series(${dayOf('common.since')}, s.day) d)`)}) m where not (${isRare}))`;
  const hitsOf = (...parts: readonly string[]) =>
    `hits as materialized (${parts.map((part) => `select * from ${part}`).join(' union all ')})`;
  const ofTeam = isPrefix
    ? [startCte, sinceCommon, inSteps(isRare), hitsOf('since', 'recent', 'earlier')]
    : [startCte, inSteps('true'), hitsOf('recent', 'earlier')];
  /** Messages of one conversation are read in their order; those of the team in steps. */
  const within = isOneThread
    ? `hits as materialized (${firstHits(`(${matches}) is true`)})`
    : ofTeam.join(', ');
  return teamStatement(
    `with ${within}
    select coalesce(json_agg(row_to_json(x)), '[]') as hits from (
      select m.id, m.conversation_id, m.inbox_id, ${nameOf} as name,
        ${conversationType} as type, m.content, m.direction, ${authorOf('m')} as author,
        ${iso(writtenAt('m'))} as sent_at, ${iso('m.created_at')} as stored
      from (select * from hits m order by ${latest} limit $most) m
        join conversations t on t.team_id = $team and t.id = m.conversation_id
        left join contacts k on k.team_id = $team and k.id = t.contact_id
      order by ${latest}) x`,
    { prepared: false },
  );
}

const statements = shapes(statementFor);

interface Hit {
  readonly id: string;
  readonly content: string;
  readonly sent_at: string;
  readonly stored: string;
}

interface SearchRequest {
  readonly q?: string;
  readonly after?: string;
  readonly limit?: number;
  readonly [name: string]: unknown;
}

/** True if a word may be the beginning of a longer one. */
const mayBePrefix = (word: string) => (word.match(/[\p{L}\p{N}]/gu) ?? []).length >= minOfPrefix;

export const searchMessages: Operation = operation({
  name: 'messages.search',
  id: 'searchMessages',
  summary: 'Search in messages',
  note: `Returns messages that contain all words of q, latest first, ignoring case and accents. The last word may be the beginning of a longer one if it has at least ${minOfPrefix} letters or digits. Revoked messages have no text, and edited ones their latest. next is null on the last page.`,
  allow: { key: 'read', user: 'member' },
  panel: { method: 'GET', path: queryParameters.path, status: 200 },
  emits: [],
  input: { query: queryParameters },
  output,
  one: 'team',
  async run({ db, settings }, { query: { filters } }) {
    const { q, after, limit = defaultLimit, ...conditions } = filters as SearchRequest;
    const words = (q ?? '').split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
    if (words.length === 0)
      throw invalid('q is required and must contain a word.', 'q', 'required');
    const cursors = cursorsOf(settings.secrets, queryParameters);
    const [at, stored, message] =
      after === undefined ? [] : cursors.read(db.id, 'written', 'after', after);
    const names = Object.keys(conditions);
    const isPrefix = mayBePrefix(words.at(-1) ?? '');
    const statement = statements(`${names} ${after !== undefined} ${isPrefix}`, {
      isPrefix,
      filters: names,
      isContinued: after !== undefined,
      isOneThread: names.includes('conversation_id'),
    });
    const [row] = await db.scan(statement, {
      ...conditions,
      words: words.join(' '),
      prefix: words.length,
      most: limit + 1,
      at,
      stored,
      message,
    });
    if (!row) return undefined;
    const all = row.hits as Hit[];
    const last = all.length > limit ? all[limit - 1] : undefined;
    return {
      hits: all.slice(0, limit).map(({ content, stored: _, ...rest }) => ({
        ...rest,
        excerpt: excerptOf(content, words),
      })),
      next: last ? cursors.of(db.id, 'written', [last.sent_at, last.stored, last.id]) : null,
    };
  },
});
