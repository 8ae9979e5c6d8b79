import type { TeamDb } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import { type Emission, emits } from '#server/events/outbox.ts';
import { recordsMoves } from '#server/records/statements.ts';
import { isIncoming } from './messages-table.ts';
import { endsDrafts } from './notes.ts';
import { outdated } from './reply-due.ts';
import { writtenAt } from './screen-sql.ts';
import { emissionOf } from './state-operations.ts';
import { conversations } from './table.ts';
import {
  answeredAt,
  firstQuestion,
  isAnswer,
  isQuestion,
  isWrittenAfter,
  lastAnswer,
} from './waiting-times.ts';

/*
 * Effects of messages on their conversation, as parts of the statements that store them. Who has been waiting since when follows from the
 * messages and their network times, in any order of arrival: a message waits until an answer was written after it. Gateways send whole
 * seconds, so an answer of the same second as a message that arrives late may have been written before it.
 *
 * `conversation.updated` is emitted rarely, and its SQL slows down every statement that contains it, used or not. So each effect has two
 * statements: the usual one, and one for cases in which the event may be due.
 */

/** SQL for the `set` of a conversation: moves its times for a new message. @param old the conversation before the message */
export const moveTimes = (old: string, at: string) => `
  last_message_at = greatest(${old}.last_message_at, ${at}),
  activity_at = case when ${old}.activity_at = ${old}.last_message_at then greatest(${old}.last_message_at, ${at})
    else ${old}.activity_at end`;

// Messages of contacts ---------------------------------------------------------------------------------------------

/**
 * SQL for the `set` of a conversation: since when its contact waits after a new message.
 * @param old the conversation, locked
 * @param at SQL of the message's time
 */
export const waitingSince = (old: string, at: string) => `
  waiting_since = case when ${at} < ${old}.last_message_at and exists (
      select from messages a where a.team_id = $team and a.conversation_id = ${old}.id and ${isAnswer('a')}
        and ${answeredAt('a')} >= ${at} + interval '1 second')
    then ${old}.waiting_since else least(${old}.waiting_since, ${at}) end`;

/** SQL for the `set` of a conversation whose contact wrote. */
export const reopened = `status = 'open', snoozed_until = null`;

/** Emits that a message reopened a conversation. @param now the changed conversation; @param old the conversation before it, locked */
export const emitsOpened = (now: string, old: string): Emission =>
  emissionOf(now, old, `old.status <> 'open'`);

// Answers ----------------------------------------------------------------------------------------------------------

/** SQL: true if a message of ours in the conversation may end something: the contact's wait, the wait for a first answer, or a draft. */
export const mayEndWait = (conversation: string) => `(${conversation}.waiting_since is not null
  or ${conversation}.first_answered_at is null and ${conversation}.last_incoming_at is not null
  or exists (select from conversation_drafts d where d.team_id = $team and d.conversation_id = ${conversation}.id))`;

/**
 * SQL: the conversations of `answer` before it, locked. Rows are locked without a join, as Citus demands (docs/adr/0020).
 * @param waits SQL condition over `c` and the time of an answer
 */
const before = (waits: (at: string) => string) => `
  locked as materialized (
    select * from conversations c
    where c.team_id = $team and c.id = any(array(select id from answer)) and ${waits('(select max(at) from answer)')}
    for no key update),
  unanswered as materialized (
    select c.*, answer.at as answered_at,
      case when c.first_answered_at is null then ${firstQuestion('c')} end as asked_at
    from locked c join answer on answer.id = c.id
    where ${waits('answer.at')})`;

const isAfter = isWrittenAfter('m', 'old.answered_at');

/**
 * SQL: the conversations after the answer. Messages stored concurrently are not visible here, except through the conversation's times.
 * @param further additional assignments
 */
const afterwards = (message: string, further = '') => `
  answered as (
    update conversations c set ${further}
      first_answered_at = coalesce(old.first_answered_at, (
        select min(${answeredAt('message')}) from ${message} message
        where message.conversation_id = old.id and ${answeredAt('message')} >= old.asked_at)),
      first_question_at = coalesce(old.asked_at, old.first_question_at),
      waiting_since = case
        when old.waiting_since > old.answered_at or old.waiting_since is null then old.waiting_since
        when old.last_incoming_at > old.answered_at
          then coalesce(${firstQuestion('old', isAfter)}, case when not exists (
            select from messages m where m.team_id = $team and m.conversation_id = old.id and ${isIncoming('m')} and ${isAfter}
          ) then old.last_incoming_at end) end,
      -- Its time was that of a first answer.
      reply_due_for = case when old.first_answered_at is null and old.reply_due_for is not null then ${outdated} else old.reply_due_for end
    from unanswered old where c.team_id = $team and c.id = old.id returning c.*)`;

/**
 * CTEs: `unanswered`, the conversations before the change in which a contact waits for messages of ours that were just sent, `answered`,
 * the same conversations after it, and the deletion of drafts with the sent text.
 * @param message the row source of our messages; unsent ones answer nothing
 */
export const answerCtes = (message: string) => `
  answer as (
    select message.conversation_id as id, max(${answeredAt('message')}) as at
    from ${message} message where ${isAnswer('message')} group by message.conversation_id),
  ${before((at) => `(c.waiting_since <= ${at} or c.first_answered_at is null and c.last_incoming_at is not null)`)},
  ${afterwards(message)},
  ${endsDrafts(message)}`;

/** Same as {@link answerCtes}, without drafts, for a message sent earlier and stored only now: one typed on the phone. */
export const lateAnswerCtes = (message: string) => `
  answer as (select message.conversation_id as id, ${answeredAt('message')} as at from ${message} message),
  ${before(() => 'true')},
  ${afterwards(message, `${moveTimes('old', 'old.answered_at')},`)}`;

/** Emits the first answer, once. */
export const emitsFirstAnswer = emissionOf(
  'answered',
  'unanswered',
  'now.first_answered_at is not null and old.first_answered_at is null',
);

const answerLate = teamStatement(`
  with t as (select * from messages where team_id = $team and id = any($ids::uuid[])),
  ${answerCtes('t')}, ${emits([emitsFirstAnswer])}
  select id from answered`);

/** Counts messages as answers that only the network confirmed as sent. Idempotent. */
export async function countLateAnswers(db: TeamDb, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.run(answerLate, { ids });
}

/*
 * Recomputes the same columns from the messages: for imported conversations, and after the previous version, which does not maintain these
 * columns, stored a message.
 */
const recount = teamStatement(`
  with old as materialized (
    select * from conversations c where c.team_id = $team and c.id = any($ids::uuid[])
      and c.activity_at is distinct from c.last_message_at order by c.id for no key update),
  seen as materialized (
    select old.id, i.first as asked_at, i.last as last_incoming_at, a.last as answered_at,
      coalesce(old.status <> 'open' and not old.is_blocked and i.last > old.activity_at, false) as is_back
    from old
      cross join lateral (
        select min(${writtenAt('m')}) filter (where ${isQuestion('m')}) as first, max(${writtenAt('m')}) as last from messages m
        where m.team_id = $team and m.conversation_id = old.id and ${isIncoming('m')}) i
      cross join lateral (select ${lastAnswer('old')} as last) a),
  recounted as (
    update conversations c set activity_at = old.last_message_at, last_incoming_at = seen.last_incoming_at,
      first_answered_at = coalesce(old.first_answered_at, (
        select min(${answeredAt('m')}) from messages m where m.team_id = $team and m.conversation_id = old.id
          and ${isAnswer('m')} and ${answeredAt('m')} >= seen.asked_at)),
      first_question_at = coalesce(seen.asked_at, 'infinity'),
      waiting_since = case
        when old.status = 'resolved' and not seen.is_back then null
        else ${firstQuestion(
          'old',
          `(seen.answered_at is null or ${isWrittenAfter('m', 'seen.answered_at')})
            and (not seen.is_back or old.status <> 'resolved' or ${writtenAt('m')} > old.activity_at)`,
        )} end,
      status = case when seen.is_back then 'open' else old.status end,
      snoozed_until = case when not seen.is_back then old.snoozed_until end, reply_due_for = ${outdated}
    from old join seen on seen.id = old.id
    where c.team_id = $team and c.id = any($ids::uuid[]) and c.id = old.id returning c.*),
  ${emits([emissionOf('recounted', 'old', 'now.status <> old.status')])}${recordsMoves(conversations, ['status'], { now: 'recounted' })}
  select id from recounted`);

/** Updates conversations whose messages were stored without updating them. @returns the number of them */
export const recountActivity = async (db: TeamDb, ids: readonly string[]): Promise<number> =>
  (await db.run(recount, { ids })).length;
