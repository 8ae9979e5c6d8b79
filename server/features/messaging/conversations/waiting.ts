import { writtenAt } from './shown.ts';

/*
 * Who waits for an answer, as SQL over messages: which are questions and answers, and when they were written.
 */

/** SQL: when an answer was written. Who answers here has seen what was here: there our clock decides, not the network's whole second. */
export const answeredAt = (row: string) =>
  `case when ${row}.origin = 'phone' then ${writtenAt(row)} else greatest(${row}.sent_at, ${row}.created_at) end`;

/** SQL: whether a message is an answer of ours that got out. Another program on the same session answers nobody. */
export const isAnswer = (row: string) =>
  `${row}.direction = 'outgoing' and ${row}.status in ('sent', 'delivered', 'read')
    and ${row}.origin is distinct from 'other' and ${row}.message_type <> 'reaction'`;

/** SQL: whether a message asks for an answer. */
export const isQuestion = (row: string) =>
  `${row}.direction = 'incoming' and ${row}.message_type <> 'reaction'`;

/**
 * SQL: whether message `row` was written after a moment. Its time is a whole second: within that, the moment at which it was stored
 * decides. The first condition is the one that an index serves.
 */
export const isWrittenAfter = (row: string, moment: string) =>
  `${writtenAt(row)} > ${moment} - interval '1 second'
    and least(greatest(${writtenAt(row)}, ${row}.created_at), ${writtenAt(row)} + interval '999 ms') > ${moment}`;

/** SQL: when the first message of a contact was written. @param which of them, SQL over `m` */
export const firstQuestion = (conversation: string, which = 'true') => `(
  select min(${writtenAt('m')}) from messages m
  where m.team_id = $team and m.conversation_id = ${conversation}.id and ${isQuestion('m')} and ${which})`;

/** SQL: when the last answer in a conversation was written; null where there is none. */
export const lastAnswer = (conversation: string) => `(
  select max(${answeredAt('m')}) from messages m
  where m.team_id = $team and m.conversation_id = ${conversation}.id and ${isAnswer('m')})`;

/** SQL: since when somebody waits in a conversation, by its messages: since the first question after the last answer. */
export const waitsSince = (conversation: string) =>
  firstQuestion(
    conversation,
    isWrittenAfter('m', `coalesce(${lastAnswer(conversation)}, '-infinity')`),
  );
