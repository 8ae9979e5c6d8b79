import { v7 as uuidv7 } from 'uuid';
import type { Row, TeamDb } from '#server/db/database.ts';
import type { Context } from '#server/operations/context.ts';
import {
  ConcurrentChange,
  finishWithRetries,
  identifiedByKey,
  type WorkIdentity,
} from '#server/operations/idempotency.ts';
import { type Answer, envelope } from '#server/operations/response-envelope.ts';
import {
  type ChatAddress,
  type GatewayName,
  type MessageType,
  messageCauses,
} from '#server/outbound/messaging/connection.ts';
import { finding } from '#server/outbound/messaging/findings.ts';
import {
  type OutgoingContent,
  type Quoted,
  refused,
  type Sent,
} from '#server/outbound/messaging/outgoing-message.ts';
import {
  ApiError,
  errorBody,
  invalidRequest,
  type SendOutcome,
  statusOf,
} from '#server/platform/errors.ts';
import { type Logger, makeLog } from '#server/platform/log.ts';
import { changeLockOf, mustText } from '#server/records/crud-queries.ts';
import { isConcurrentDelete, withContact } from '../conversations/contact-by-number.ts';
import { addressLock, conversationLock } from '../conversations/conversation-lock.ts';
import { type SentMentions, sentMentions } from '../conversations/group-mentions.ts';
import { fileParameters } from '../conversations/message-media.ts';
import { messages } from '../conversations/messages-table.ts';
import { tooLate } from '../conversations/messaging-window.ts';
import { storableDetails, timeOf } from '../conversations/storable-text.ts';
import type { Messaging } from '../gateways/messaging-service.ts';
import { spellings } from '../gateways/phones.ts';
import { connectionOf } from '../inboxes/connection.ts';
import { detailsOfFinding, type Failure, withCause } from '../inboxes/finding-details.ts';
import { recordSend } from '../inboxes/health-evidence.ts';
import { withService } from '../inboxes/service-holder.ts';
import { applyEarly, findPending } from '../receiving/delivery-statuses.ts';
import { claimEcho, matchWaitingEchoes } from '../receiving/echoes.ts';
import { applyReaction } from '../receiving/edits-and-revokes.ts';
import { refuseIfAnswered } from './collisions.ts';
import type { Draft, ReadDraft } from './drafts.ts';
import { intendAndTake, intendInConversation, intendToPhone } from './intent-statements.ts';
import { checkOf, type NumberCheck, recipientOf } from './number-checks.ts';
import {
  reserve,
  setAside,
  storeAccepted,
  storeAnswer,
  storeRefused,
  storeUnknown,
} from './outcome-statements.ts';

/*
 * Sends a message, of any type: stores it as `pending`, calls the gateway once with no transaction open, and stores the outcome. A crash
 * at any point neither loses nor doubles a message (ADR 9).
 */

/** Sender of a message: a team's data, the messaging service, and the log with the request that its lines name. */
interface Sender extends Messaging {
  readonly db: TeamDb;
  readonly log: Logger;
  readonly request: { readonly request_id: string; readonly team: string };
}

/**
 * Sends a message, once per identity.
 * @returns 201 with the message, or 502 if it was not sent or the outcome is unknown
 * @throws ApiError if it cannot be sent
 */
export async function sendMessage(
  sender: Sender,
  identity: WorkIdentity,
  read: ReadDraft,
): Promise<Answer> {
  const { jidSuffix, log, request } = sender;
  const begun = await identity.begin<Intent>({
    intend: async (on) => storeIntent(on, jidSuffix, await read(on)),
    recall: storeStopped,
  });
  if (!('intent' in begun)) return begun;
  const { intent } = begun;

  const sent = await callGateway(sender, intent);
  if (sent.outcome !== 'accepted') {
    const { id: message, inbox, gateway } = intent;
    const { outcome, cause } = sent;
    log.warn(
      { ...request, inbox, message, gateway, outcome, cause },
      outcome === 'refused' ? 'a message was not sent' : 'a message may not have been sent',
    );
  }

  let networkId: string | undefined;
  const store = async (on: TeamDb) => {
    const stored = await storeOutcome(on, intent, sent);
    networkId = stored.networkId;
    return stored.answer;
  };
  const answer = await finishWithRetries(() => identity.finish(intent.id, store), {
    unstored: () => unknownOutcome(intent, databaseLost),
    onLost: (err) => log.error({ ...request, err }, 'the outcome of a send was not stored'),
  });

  if (sent.outcome === 'unknown') sent.onStored?.();
  await catchUp(sender, intent.inbox, networkId)
    // The worker applies anything that fails here.
    .catch((err: Error) => log.warn({ err }, 'early confirmations wait for the worker'));
  return answer;
}

/** Sends a message as the caller of an operation. @param identity by default the Idempotency-Key of the call */
export function sendAsCaller(
  { db, team, settings, requestId = '', keyed }: Context,
  read: ReadDraft,
  identity: WorkIdentity = identifiedByKey(db, settings.secrets, keyed),
): Promise<Answer> {
  const { secrets, jidSuffix, services } = settings;
  const log = services?.log ?? makeLog('silent');
  const request = { request_id: requestId, team: team.slug };
  return withService(settings, (service) =>
    sendMessage({ service, secrets, jidSuffix, db, log, request }, identity, read),
  );
}

// Intent -----------------------------------------------------------------------------------------------------------

/** Message that is about to be sent. */
interface Intent {
  readonly id: string;
  readonly conversation: string;
  readonly inbox: string;
  readonly type: MessageType;
  readonly text: string;
  readonly content: OutgoingContent;
  readonly to: ChatAddress;
  readonly check: NumberCheck;
  readonly quoted: Quoted | undefined;
  readonly mentions: SentMentions['addresses'];
  /** When it was stored, in Unix milliseconds. */
  readonly since: number;
  readonly isConnected: boolean;
  /** True if the message may end the contact's wait or complete a draft. */
  readonly isAwaited: boolean;
  readonly gateway: GatewayName;
  readonly config: Buffer | null;
}

/**
 * Stores the message to send, as `pending`.
 * @throws ApiError NOT_FOUND, VALIDATION_ERROR if the inbox is inactive or the window is closed, CONFLICT if a colleague has answered;
 * ConcurrentChange
 */
async function storeIntent(db: TeamDb, suffix: string, draft: Draft): Promise<Intent> {
  const { id = uuidv7(), to, type, text, details, replyTo = null, file, seen } = draft;
  const mentions = await mentionsIn(db, draft);
  const phone = to.phone as string | null;
  const extent = replyTo === null && !file && !mentions ? 'text' : 'whole';
  const parameters = {
    ...to,
    type,
    text,
    details: storableDetails(details),
    reply_to: replyTo,
    ...fileParameters(file),
    mentions: mentions ? JSON.stringify(mentions.stored) : null,
    id,
    contact_id: uuidv7(),
    new_conversation_id: uuidv7(),
    phones: phone === null ? [] : spellings(phone),
    suffix,
  };
  const storeIn = async (on: TeamDb) => {
    const [usual] = await on
      .run(intendInConversation[extent], parameters, conversationLock(String(to.conversation_id)))
      .catch(restartIfMerged);
    if (usual?.is_taken !== true || usual.is_active !== true || usual.closed_at !== null)
      return usual;
    return (await on.run(intendAndTake[extent], parameters).catch(restartIfMerged))[0];
  };
  const row =
    phone === null
      ? await (seen === undefined
          ? storeIn(db)
          : db.transaction(async (tx) => {
              await refuseIfAnswered(tx, to.conversation_id, seen);
              return storeIn(tx);
            }))
      : await withContact(db, phone, async (on, create) => {
          const [stored = emptyRow] = await on.run(
            intendToPhone[extent],
            { ...parameters, create },
            addressLock(String(to.inbox_id), phone),
          );
          // If the message replied to is missing, retrying would not store anything either.
          const isPossible = stored.is_active === true && stored.closed_at === null;
          const isToRepeat = isPossible && stored.stored !== 1 && replyTo === null;
          return isToRepeat ? undefined : stored;
        });
  if (!row || row === emptyRow) throw missingDestination(to);
  if (row.is_active !== true)
    throw invalidRequest(
      'The inbox is not active; nothing can be sent through it until it is activated.',
      'inactive_inbox',
    );
  if (typeof row.closed_at === 'string')
    throw invalidRequest(tooLate(row.closed_at), 'window_closed');
  if (row.stored !== 1)
    throw new ApiError('NOT_FOUND', 'reply_to: the conversation has no sent message with this id.');
  const quoted = quotedOf(row);
  return {
    id,
    conversation: row.conversation as string,
    inbox: row.inbox as string,
    type,
    text,
    content: draft.content(quoted),
    to: recipientIn(row),
    check: checkOf(row),
    quoted,
    mentions: mentions?.addresses ?? [],
    since: Date.now(),
    isConnected: row.is_connected as boolean,
    isAwaited: row.is_awaited as boolean,
    gateway: row.gateway as GatewayName,
    config: row.config as Buffer | null,
  };
}

const mentionsIn = (
  db: TeamDb,
  { to, text, mentions = [], isMentionOptional: isLenient = false }: Draft,
): Promise<SentMentions | undefined> =>
  sentMentions(db, to.conversation_id, text, mentions, { isLenient });

function recipientIn({ phone, lid, group_id }: Row): ChatAddress {
  if (typeof phone === 'string') return { phone };
  return typeof group_id === 'string' ? { group: group_id } : { lid: lid as string };
}

const emptyRow: Row = {};

/** The error for a conversation or an inbox that the team does not have. */
export function missingDestination({ phone }: Draft['to']): ApiError {
  const [field, one] = phone === null ? ['conversation_id', 'conversation'] : ['inbox_id', 'inbox'];
  return new ApiError('NOT_FOUND', `${field}: no ${one} has this id.`);
}

/** The conversation may be merged into another one concurrently. */
function restartIfMerged(error: unknown): never {
  throw isConcurrentDelete(error) ? new ConcurrentChange() : error;
}

const quotedOf = (row: Row): Quoted | undefined =>
  typeof row.quoted_network_id === 'string'
    ? {
        networkId: row.quoted_network_id,
        fromMe: row.quoted_from_me === true,
        text: row.quoted_text as string,
        participant: (row.quoted_participant as string | null) ?? undefined,
      }
    : undefined;

// Gateway ----------------------------------------------------------------------------------------------------------

/** Sends the message through its inbox's gateway; the gateway decides by which request. */
async function callGateway({ db, service, secrets }: Sender, intent: Intent): Promise<Sent> {
  const { id, inbox, to, content, quoted, mentions, isConnected } = intent;
  if (!isConnected)
    return refused('disconnected', finding('session_down', 'the inbox is disconnected'));
  const connection = connectionOf(secrets, { ...intent, team: db.id });
  if ('code' in connection) return refused('credentials', connection);
  const recipient = await recipientOf(db, service, connection, to, intent.check);
  if (!recipient)
    return refused('number', finding('no_account', 'the network has no account with this number'));
  // A gateway that accepts ids of ours gets one for a text; without an id, the message is sent as to any other gateway.
  let networkId: string | undefined;
  try {
    if (content.kind === 'text') networkId = await service.newMessageId(connection);
    if (networkId !== undefined) await db.run(reserve, { id, network_id: networkId });
  } catch {
    return refused(
      'gateway',
      finding('service_failed', 'the service could not store the id of the message'),
    );
  }
  const message = { to: recipient, content, reference: id, networkId, quoted, mentions };
  const sent = await service.send(connection, message);
  recordSend(db, inbox, sent);
  return sent;
}

// Outcome ----------------------------------------------------------------------------------------------------------

interface StoredOutcome {
  readonly answer: Answer;
  /** Of a message that is on the network. */
  readonly networkId?: string;
}

/** Stores the outcome of a send. An echo of the message proves that it was sent, although the gateway did not say so. */
async function storeOutcome(db: TeamDb, intent: Intent, sent: Sent): Promise<StoredOutcome> {
  if (sent.outcome === 'accepted') {
    const { networkId, at } = sent;
    return { answer: await storeSent(db, intent, networkId, at), networkId };
  }
  const { id, inbox, to } = intent;
  const { outcome, cause } = sent;
  // A gateway that failed may have sent the message before.
  const mayBeOut = outcome === 'unknown' || cause === 'gateway';
  return db.transaction(async (tx) => {
    const echo = mayBeOut ? await claimEcho(tx, inbox, to, intent) : undefined;
    if (echo) {
      const { networkId, at } = echo;
      return { answer: await storeSent(tx, intent, networkId, at), networkId };
    }
    const store = outcome === 'refused' ? storeRefused : storeUnknown;
    const failure = withCause(cause, sent.reason);
    const [row] = await tx.run(store, { id, reason: failure.text });
    return { answer: responseOf(id, row, failure) };
  });
}

/** Response time above which the message may have counted as lost, so that an echo was matched to it. */
const suspectedLostMs = 15_000;

/** Stores that a message is on the network. @param at the network's time in Unix milliseconds, used for reactions */
async function storeSent(
  db: TeamDb,
  { id, conversation, inbox, to, type, text, quoted, since, isAwaited }: Intent,
  networkId: string,
  at: number | undefined,
): Promise<Answer> {
  if (Date.now() - since > suspectedLostMs)
    await db.run(setAside, { id, network_id: networkId, other_id: uuidv7() });
  const store = isAwaited && type !== 'reaction' ? storeAnswer : storeAccepted;
  const lock = store === storeAnswer ? conversationLock(conversation) : changeLockOf(messages, id);
  const [row] = await db.run(store, { id, network_id: networkId }, lock);
  if (type === 'reaction' && quoted)
    await applyReaction(db, {
      inbox,
      ...(to.group !== undefined && { chat: to }),
      network_id: quoted.networkId,
      direction: 'outgoing',
      emoji: text,
      at: timeOf(at),
    });
  return responseOf(id, row);
}

export const stopped = withCause(
  'stopped',
  finding('service_stopped', 'the service stopped before the gateway answered'),
);
const databaseLost = withCause(
  'stopped',
  finding('service_failed', 'the database became unreachable before the outcome was stored'),
);

/** Stores that the outcome of a send is unknown because its process ended; an outcome that was stored since is kept. */
export const storeStopped = async (db: TeamDb, id: string): Promise<Answer> =>
  responseOf(id, (await db.run(storeUnknown, { id, reason: stopped.text }))[0], stopped);

/** Applies confirmations and echoes that came before the outcome was stored. */
async function catchUp(
  { db, jidSuffix }: Sender,
  inbox: string,
  networkId: string | undefined,
): Promise<void> {
  const { isEarly, isWaiting } = await findPending(db, inbox, networkId);
  if (isEarly && networkId !== undefined) await applyEarly(db, inbox, networkId);
  if (isWaiting) await matchWaitingEchoes(db, inbox, jidSuffix);
}

// Response ---------------------------------------------------------------------------------------------------------

/** Response with the outcome of a send, as the message shows it. */
function responseOf(id: string, row: Row | undefined, failure?: Failure): Answer {
  const data = mustText(row);
  const status = row?.status;
  const reason = (row?.status_reason as string | null) ?? 'the reason is unknown';
  const place = { id, conversation: row?.conversation_id as string };
  // A message that the gateway accepted and the network later gave up was still sent.
  const stored = failure?.text === reason ? failure : storedByOthers(reason);
  if (status === 'failed' && row?.is_unseen === true) return failed(place, stored);
  if (status === 'pending') return unknownOutcome(place, stored);
  // The response reports the outcome of the send, ignoring later confirmations.
  const record =
    status === 'sent'
      ? data
      : JSON.stringify({ ...JSON.parse(data), status: 'sent', status_reason: null });
  return { status: 201, body: envelope(record) };
}

/** Reason that another process stored in the meantime. */
const storedByOthers = (reason: string): Failure => {
  const cause = messageCauses.find((each) => reason.startsWith(`${each}: `));
  return { code: 'other', text: reason, ...(cause && { cause }) };
};

/** Location of the message that a 502 response refers to. */
type Place = Pick<Intent, 'id' | 'conversation'>;

const where = ({ id, conversation }: Place) => `message ${id} of conversation ${conversation}`;

/** A gateway may have sent the message before it failed. */
const failed = (place: Place, failure: Failure) =>
  failure.cause === 'gateway'
    ? badGateway(
        place,
        failure,
        'probably_not_sent',
        `According to the gateway it was not sent: ${where(place)} is kept as failed. Check it before you send again.`,
      )
    : badGateway(place, failure, 'not_sent', `It was not sent: ${where(place)} is kept as failed.`);

const unknownOutcome = (place: Place, failure: Failure) =>
  badGateway(
    place,
    failure,
    'unknown',
    `Whether it was sent is not known: ${where(place)} is kept as pending and is not resent automatically. A later confirmation settles it; otherwise it becomes failed after 24 hours. Check it before you send again.`,
  );

function badGateway(place: Place, failure: Failure, outcome: SendOutcome, about: string): Answer {
  const gateway = {
    ...detailsOfFinding(failure),
    outcome,
    message_id: place.id,
    conversation_id: place.conversation,
  };
  return {
    status: statusOf.BAD_GATEWAY,
    body: errorBody({ code: 'BAD_GATEWAY', message: `${failure.text}. ${about}`, gateway }),
  };
}
