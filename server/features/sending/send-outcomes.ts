import { v7 as uuidv7 } from 'uuid';
import type { Row, TeamDb } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import { notices } from '#server/events/live/notices.ts';
import { emits } from '#server/events/outbox.ts';
import { type Answer, envelope } from '#server/operations/response-envelope.ts';
import { errorBody, statusOf } from '#server/platform/errors.ts';
import { document } from '#server/records/statements.ts';
import { mustText } from '#server/records/verbs.ts';
import { answerCtes, emitsFirstAnswer } from '../conversations/message-effects.ts';
import { emitsMessageCreated, messages } from '../conversations/messages-table.ts';
import { timeOf } from '../conversations/storable-text.ts';
import { applyReaction } from '../receiving/edits-and-revokes.ts';
import type { Intent } from './message-intents.ts';

/* Last step of sending: stores the outcome and returns it. */

/** SQL: true if nothing has proven yet that the message is on the network. */
const isUnseen = (row: string) =>
  `(${row}.msgapp_message_id is null or ${row}.is_reserved is true)`;

/** Updates the message and reads it back: a row with `data` and the columns that {@link responseOf} needs. @param more further CTEs */
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
const storeAccepted = change(accept);

/** If the contact is waiting for an answer, the message is one. */
const storeAnswer = change(accept, `, ${answerCtes('t')}, ${emits([emitsFirstAnswer])}`);

/**
 * Inserts a separate message, of another program, for an echo with another id that was matched to this message before its response arrived.
 */
const setAside = teamStatement(`
  with t as (
    insert into messages (team_id, id, conversation_id, inbox_id, remote_jid, msgapp_message_id, direction, message_type, content, status, origin)
    select $team, $other_id, m.conversation_id, m.inbox_id, m.remote_jid, m.msgapp_message_id, 'outgoing', m.message_type, m.content, 'sent', 'other'
    from messages m where m.team_id = $team and m.id = $id and not ${isUnseen('m')} and m.msgapp_message_id <> $network_id
    on conflict do nothing returning *),
  ${emits([emitsMessageCreated])}
  select count(*) from t`);

/** Response time above which the message may have counted as lost, so that an echo was matched to it. */
const suspectedLostMs = 15_000;

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

/** Response with the outcome of a send, as the message shows it. */
export function responseOf(id: string, row: Row | undefined): Answer {
  const data = mustText(row);
  const status = row?.status;
  const reason = (row?.status_reason as string | null) ?? 'the reason is unknown';
  const place = { id, conversation: row?.conversation_id as string };
  // A message that the gateway accepted and the network later gave up was still sent.
  if (status === 'failed' && row?.is_unseen === true) return failed(place, reason);
  if (status === 'pending') return notKnown(place, reason);
  // The response reports the outcome of the send, ignoring later confirmations.
  const record =
    status === 'sent'
      ? data
      : JSON.stringify({ ...JSON.parse(data), status: 'sent', status_reason: null });
  return { status: 201, body: envelope(record) };
}

/** Location of the message that a 502 response refers to. */
interface Place {
  readonly id: string;
  readonly conversation: string;
}

const where = ({ id, conversation }: Place) => `message ${id} of conversation ${conversation}`;

/** A gateway may have sent the message before it failed. */
const failed = (place: Place, reason: string) =>
  badGateway(
    reason.startsWith('gateway:')
      ? `${reason}. According to the gateway it was not sent: ${where(place)} is kept as failed. Check it before you send again.`
      : `${reason}. It was not sent: ${where(place)} is kept as failed.`,
  );

export const notKnown = (place: Place, reason: string) =>
  badGateway(
    `${reason}. Whether it was sent is not known: ${where(place)} is kept as pending and is not resent automatically. A later confirmation settles it; otherwise it becomes failed after 24 hours. Check it before you send again.`,
  );

const badGateway = (message: string): Answer => ({
  status: statusOf.BAD_GATEWAY,
  body: errorBody({ code: 'BAD_GATEWAY', message }),
});

export const stopped = 'stopped: the service stopped before the gateway answered';
export const databaseLost =
  'stopped: the database became unreachable before the outcome was stored';

/** Stores that a message is on the network. @param at the network's time in Unix milliseconds, used for reactions */
export async function storeSent(
  db: TeamDb,
  { id, inbox, type, text, quoted, since, isAwaited }: Intent,
  networkId: string,
  at: number | undefined,
): Promise<Answer> {
  if (Date.now() - since > suspectedLostMs)
    await db.run(setAside, { id, network_id: networkId, other_id: uuidv7() });
  const store = isAwaited && type !== 'reaction' ? storeAnswer : storeAccepted;
  const [row] = await db.run(store, { id, network_id: networkId });
  if (type === 'reaction' && quoted)
    await applyReaction(db, {
      inbox,
      network_id: quoted.networkId,
      direction: 'outgoing',
      emoji: text,
      at: timeOf(at),
    });
  return responseOf(id, row);
}
