import { v7 as uuidv7 } from 'uuid';
import type { Row, TeamDb } from '../../db/database.ts';
import { teamStatement } from '../../db/statement.ts';
import { notices } from '../../events/live/notices.ts';
import { emits } from '../../events/outbox.ts';
import { type Answer, envelope } from '../../operations/answer.ts';
import { errorBody, statusOf } from '../../platform/errors.ts';
import { document } from '../../records/statements.ts';
import { mustText } from '../../records/verbs.ts';
import { applyReaction } from './changes.ts';
import { answers, emitsFirstAnswer } from './conversations/activity.ts';
import type { Intent } from './intents.ts';
import { emitsMessageCreated, messages } from './messages.ts';
import { timeOf } from './storable.ts';

/*
 * The last step of sending: what it came to is stored, and answered.
 */

/** SQL: whether nothing has shown yet that the message is on the network. */
const isUnseen = (row: string) =>
  `(${row}.msgapp_message_id is null or ${row}.is_reserved is true)`;

/** Changes the message and reads it back: a row with `data` and what {@link answerOf} looks at. @param more further parts of the `with` */
const change = (set: string, more = '') =>
  teamStatement(`
    with t as (update messages m set ${set} where m.team_id = $team and m.id = $id returning *)${more}
    select ${document(messages, '(select t.*)')} as data, t.conversation_id, t.status, t.status_reason,
      ${isUnseen('t')} as is_unseen from t`);

/**
 * Tells screens that a message did not get out, or that nobody knows: no event says so. Of one that the gateway took nothing is written;
 * the network's confirmation is an event, and screens ask until then.
 */
const tellsScreens = `, ${notices(`select 'messages' as record_type, t.id as record_id from t`)}`;

/**
 * Keeps `sent_at`, when the message was written: its place in the thread does not depend on its outcome ([ADR 100]). A reason that was
 * given while the outcome was unknown does not stay.
 */
const accept = `msgapp_message_id = $network_id, is_reserved = null,
  status_reason = case when m.status = 'pending' then null else m.status_reason end,
  status = case when m.status = 'pending' then 'sent' else m.status end`;
const storeAccepted = change(accept);

/** Where somebody waits for it, the message is an answer. */
const storeAnswer = change(accept, `, ${answers('t')}, ${emits([emitsFirstAnswer])}`);

/** What was taken for this message before its answer came, under another id: a message of its own, of another program. */
const setAside = teamStatement(`
  with t as (
    insert into messages (team_id, id, conversation_id, inbox_id, remote_jid, msgapp_message_id, direction, message_type, content, status, origin)
    select $team, $other_id, m.conversation_id, m.inbox_id, m.remote_jid, m.msgapp_message_id, 'outgoing', m.message_type, m.content, 'sent', 'other'
    from messages m where m.team_id = $team and m.id = $id and not ${isUnseen('m')} and m.msgapp_message_id <> $network_id
    on conflict do nothing returning *),
  ${emits([emitsMessageCreated])}
  select count(*) from t`);

/** How long an answer takes at most before its message counts as lost, so that an echo may have been taken for it. */
const lostMs = 15_000;

/*
 * An outcome that is not `accepted`. Where an echo brought the network's id meanwhile, the message went out after all, whatever
 * the answer was.
 */
const storeOutcome = (status: 'failed' | 'pending') =>
  change(
    `
  status_reason = case when m.status = 'pending' and ${isUnseen('m')} then $reason else m.status_reason end,
  status = case when m.status <> 'pending' then m.status when ${isUnseen('m')} then '${status}' else 'sent' end`,
    tellsScreens,
  );
export const storeRefused = storeOutcome('failed');
export const storeUnknown = storeOutcome('pending');

/** The id that a message is going to have: nothing is sent with it before it is stored. */
export const reserve = teamStatement(`
  update messages set msgapp_message_id = $network_id, is_reserved = true
  where team_id = $team and id = $id and status = 'pending' and msgapp_message_id is null`);

/** What sending came to, as the message shows. */
export function answerOf(id: string, row: Row | undefined): Answer {
  const data = mustText(row);
  const status = row?.status;
  const reason = (row?.status_reason as string | null) ?? 'the reason is unknown';
  const place = { id, conversation: row?.conversation_id as string };
  // What the gateway took and the network gave up later was sent, all the same.
  if (status === 'failed' && row?.is_unseen === true) return failed(place, reason);
  if (status === 'pending') return notKnown(place, reason);
  // The answer says what sending came to, whatever has been confirmed since.
  const record =
    status === 'sent'
      ? data
      : JSON.stringify({ ...JSON.parse(data), status: 'sent', status_reason: null });
  return { status: 201, body: envelope(record) };
}

/** Where the caller finds the message of a 502. */
interface Place {
  readonly id: string;
  readonly conversation: string;
}

const where = ({ id, conversation }: Place) => `message ${id} of conversation ${conversation}`;

/** A gateway that failed may have sent before it did. */
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
export const away = 'stopped: the database became unreachable before the outcome was stored';

/** Stores that a message is on the network. @param at the network's time, as Date.now(): that of a reaction */
export async function storeSent(
  db: TeamDb,
  { id, inbox, type, text, quoted, since, isAwaited }: Intent,
  networkId: string,
  at: number | undefined,
): Promise<Answer> {
  if (Date.now() - since > lostMs)
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
  return answerOf(id, row);
}
