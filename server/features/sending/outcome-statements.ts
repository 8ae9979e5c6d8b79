import { teamStatement } from '#server/db/statement.ts';
import { notices } from '#server/events/live/notices.ts';
import { emits } from '#server/events/outbox.ts';
import { document } from '#server/records/statements.ts';
import { answerCtes, emitsFirstAnswer } from '../conversations/message-effects.ts';
import { emitsMessageCreated, isUnseen, messages } from '../conversations/messages-table.ts';

/* Statements that store the outcome of a send, and read the message back (send-message.ts). */

/** Updates the message and reads it back: a row with `data` and the columns that `responseOf` needs. @param more further CTEs */
const change = (set: string, more = '') =>
  teamStatement(`
    with t as (update messages m set ${set} where m.team_id = $team and m.id = $id returning *)${more}
    select ${document(messages, '(select t.*)')} as data, t.conversation_id, t.status, t.status_reason,
      ${isUnseen('t')} as is_unseen from t`);

/**
 * Notifies screens that a message failed or that its outcome is unknown, which no event covers. An accepted message needs no notice: the
 * network's confirmation is an event, and screens poll until then.
 */
const messageNotices = `, ${notices(`select 'messages' as record_type, t.id as record_id from t`)}`;

/**
 * Keeps `sent_at`, the time when the message was written, so its place in the thread does not depend on its outcome ([ADR 100]). Clears a
 * reason that was stored while the outcome was unknown.
 */
const accept = `msgapp_message_id = $network_id, is_reserved = null,
  status_reason = case when m.status = 'pending' then null else m.status_reason end,
  status = case when m.status = 'pending' then 'sent' else m.status end`;
export const storeAccepted = change(accept);

/** If the contact is waiting for an answer, the message is one. */
export const storeAnswer = change(accept, `, ${answerCtes('t')}, ${emits([emitsFirstAnswer])}`);

/**
 * Inserts a separate message, of another program, for an echo with another id that was matched to this message before its response arrived.
 */
export const setAside = teamStatement(`
  with t as (
    insert into messages (team_id, id, conversation_id, inbox_id, remote_jid, msgapp_message_id, direction, message_type, content, status, origin)
    select $team, $other_id, m.conversation_id, m.inbox_id, m.remote_jid, m.msgapp_message_id, 'outgoing', m.message_type, m.content, 'sent', 'other'
    from messages m where m.team_id = $team and m.id = $id and not ${isUnseen('m')} and m.msgapp_message_id <> $network_id
    on conflict do nothing returning *),
  ${emits([emitsMessageCreated])}
  select count(*) from t`);

/*
 * Stores an outcome other than `accepted`. If an echo has supplied the network's id in the meantime, the message was sent, whatever the
 * gateway answered.
 */
const storeOutcome = (status: 'failed' | 'pending') =>
  change(
    `
  status_reason = case when m.status = 'pending' and ${isUnseen('m')} then $reason else m.status_reason end,
  status = case when m.status <> 'pending' then m.status when ${isUnseen('m')} then '${status}' else 'sent' end`,
    messageNotices,
  );
export const storeRefused = storeOutcome('failed');
export const storeUnknown = storeOutcome('pending');

/** Reserves the id that a message will have: it must be stored before the message is sent with it. */
export const reserve = teamStatement(`
  update messages set msgapp_message_id = $network_id, is_reserved = true
  where team_id = $team and id = $id and status = 'pending' and msgapp_message_id is null`);
