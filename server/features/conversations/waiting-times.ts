import { isIncoming, isLive } from './messages-table.ts';
import { writtenAt } from './screen-sql.ts';

/* SQL over messages to determine who waits for an answer: which ones are questions and answers, and when they were written. */

/**
 * SQL: when an answer was written. A user who answers here has seen the stored messages, so our clock counts instead of the network's whole
 * second.
 */
export const answeredAt = (row: string) =>
  `case when ${row}.origin = 'phone' then ${writtenAt(row)} else greatest(${row}.sent_at, ${row}.created_at) end`;

/**
 * SQL: true if a message is an answer of ours that was sent. Another program's messages on the same session, automatic replies of the
 * inbox, and past messages are not answers.
 */
export const isAnswer = (row: string) =>
  `${row}.status in ('sent', 'delivered', 'read')
    and ${isLive(row)} and ${row}.origin is distinct from 'other' and ${row}.author is distinct from 'system' and ${row}.message_type <> 'reaction'`;

/** SQL: true if a message asks for an answer. */
export const isQuestion = (row: string) =>
  `${isIncoming(row)} and ${isLive(row)} and ${row}.message_type <> 'reaction'`;

/**
 * SQL: true if message `row` was written after a moment. Its time is a whole second; within that second, the time when it was stored
 * decides. The first condition is the one that an index serves.
 */
export const isWrittenAfter = (row: string, moment: string) =>
  `${writtenAt(row)} > ${moment} - interval '1 second'
    and least(greatest(${writtenAt(row)}, ${row}.created_at), ${writtenAt(row)} + interval '999 ms') > ${moment}`;

/** SQL: when a contact's first message was written. @param which SQL condition over `m` */
export const firstQuestion = (conversation: string, which = 'true') => `(
  select min(${writtenAt('m')}) from messages m
  where m.team_id = $team and m.conversation_id = ${conversation}.id and ${isQuestion('m')} and ${which})`;

/** SQL: when the last answer in a conversation was written; null if there is none. */
export const lastAnswer = (conversation: string) => `(
  select max(${answeredAt('m')}) from messages m
  where m.team_id = $team and m.conversation_id = ${conversation}.id and ${isAnswer('m')})`;

/** SQL: since when a contact waits, by the conversation's messages: since the first question after the last answer. */
export const waitsSince = (conversation: string) =>
  firstQuestion(
    conversation,
    isWrittenAfter('m', `coalesce(${lastAnswer(conversation)}, '-infinity')`),
  );
