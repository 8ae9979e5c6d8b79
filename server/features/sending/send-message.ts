import type { TeamDb } from '#server/db/database.ts';
import type { ExternalWork } from '#server/operations/idempotency.ts';
import type { Connection } from '#server/outbound/messaging/connection.ts';
import { refused, type Sent } from '#server/outbound/messaging/outgoing-message.ts';
import type { Logger } from '#server/platform/log.ts';
import { Type } from '#server/platform/schema.ts';
import { kind, oneOf, phone, required, uuid } from '#server/records/fields.ts';
import { input } from '#server/records/input.ts';
import type { Problem } from '#server/records/invalid-values.ts';
import type { Values } from '#server/records/verbs.ts';
import { messages } from '../conversations/messages-table.ts';
import type { Messaging } from '../gateways/messaging-service.ts';
import { connectionOf } from '../inboxes/connection.ts';
import { recordSend } from '../inboxes/health-evidence.ts';
import { applyEarly, findPending } from '../receiving/delivery-statuses.ts';
import { claimEcho, matchWaitingEchoes } from '../receiving/echoes.ts';
import { type Draft, type Intent, storeIntent } from './message-intents.ts';
import { recipientOf } from './number-checks.ts';
import {
  databaseLost,
  notKnown,
  reserve,
  responseOf,
  stopped,
  storeRefused,
  storeSent,
  storeUnknown,
} from './send-outcomes.ts';

/** Text to send. Leading and trailing blanks are kept; blanks alone are rejected. */
export const messageText = kind(
  Type.String({ minLength: 1, maxLength: 4_096 }),
  'a string of 1 to 4096 characters, not all of them blank',
  'text',
  {
    check: (value) => String(value).trim() !== '',
    documented: { type: 'string', minLength: 1, maxLength: 4_096, pattern: '\\S' },
  },
);

/** Excludes `media`: a caller that passes it wants to send it, so it is rejected as unaccepted instead of treated as set by the service. */
const { media: _, ...shown } = messages.fields;

const fields = {
  ...shown,
  content: required(messageText),
  inbox_id: uuid,
  phone,
  conversation_id: uuid,
  message_type: oneOf('text', ['text']),
};

/** Returns the problems of a destination, which is an inbox with a phone, or a conversation alone. */
export function addressProblems({ inbox_id, phone, conversation_id }: Values): Problem[] {
  const isTo = inbox_id !== null || phone !== null;
  if (conversation_id !== null)
    return isTo
      ? [{ name: 'conversation_id', problem: 'must be given alone, without inbox_id and phone' }]
      : [];
  if (inbox_id === null && phone === null)
    return [
      {
        name: 'conversation_id',
        problem: 'is required, or inbox_id together with phone',
        code: 'required',
      },
    ];
  if (phone === null)
    return [{ name: 'phone', problem: 'is required together with inbox_id', code: 'required' }];
  return inbox_id === null
    ? [{ name: 'inbox_id', problem: 'is required together with phone', code: 'required' }]
    : [];
}

/** Body of POST /msgapp/messages. */
export const sendings = input(
  { name: 'sendings', one: 'message', fields },
  {
    kind: 'create',
    accepts: ['content', 'inbox_id', 'phone', 'conversation_id', 'message_type'],
    problems: addressProblems,
  },
);

/** Draft of the text that a request sends. */
export const textOf = ({ content, inbox_id, phone, conversation_id }: Values): Draft => {
  const text = content as string;
  return {
    to: { inbox_id, phone, conversation_id },
    type: 'text',
    text,
    content: () => ({ kind: 'text', text }),
  };
};

/** Reads the draft to send. */
export type ReadDraft = (db: TeamDb) => Draft | Promise<Draft>;

/** Send of one message. */
export interface Sending extends ExternalWork<Intent> {
  /** Applies confirmations and echoes that came before the outcome was stored; call after storing it. */
  catchUp(): Promise<void>;
}

/**
 * @param asked identifies the request in the log
 * @param read returns the draft, using only the database because it may run in a transaction; throws if the draft is invalid
 */
export function sends(
  { service, secrets, jidSuffix, log }: Messaging & { readonly log: Logger },
  asked: { readonly request_id: string; readonly team: string },
  db: TeamDb,
  read: ReadDraft,
): Sending {
  let content: Draft['content'] | undefined;
  let ended: { inbox: string; networkId?: string } | undefined;
  let onStored: (() => void) | undefined;

  /**
   * Gets the id for a text from a gateway that accepts ids of ours, and stores it. Without an id the message is sent as to any other
   * gateway.
   */
  async function reserveId(connection: Connection, id: string): Promise<string | undefined> {
    const networkId = await service.newMessageId(connection);
    if (networkId !== undefined) await db.run(reserve, { id, network_id: networkId });
    return networkId;
  }

  async function send(intent: Intent): Promise<Sent> {
    const { id, to, quoted, isConnected } = intent;
    if (!isConnected) return refused('disconnected', 'the inbox is disconnected');
    const connection = connectionOf(secrets, { ...intent, team: db.id });
    if (typeof connection === 'string') return refused('credentials', connection);
    if (!content) throw new Error('nothing was intended');
    const recipient = await recipientOf(db, service, connection, to, intent.check);
    if (!recipient) return refused('number', 'the network has no account with this number');
    const what = content(quoted);
    let networkId: string | undefined;
    try {
      if (what.kind === 'text') networkId = await reserveId(connection, id);
    } catch {
      return refused('gateway', 'the service could not store the id of the message');
    }
    const message = { to: recipient, content: what, reference: id, networkId, quoted };
    const sent = await service.send(connection, message);
    recordSend(db, intent.inbox, sent);
    return sent;
  }

  return {
    async intend(on) {
      const draft = await read(on);
      content = draft.content;
      return storeIntent(on, jidSuffix, draft);
    },

    async perform(intent) {
      const { id, inbox, gateway } = intent;
      const sent = await send(intent);
      if (sent.outcome === 'accepted') {
        const { networkId, at } = sent;
        ended = { inbox, networkId };
        return (on) => storeSent(on, intent, networkId, at);
      }
      ended = { inbox };
      const { outcome, cause } = sent;
      if (outcome === 'unknown') onStored = sent.onStored;
      log.warn(
        { ...asked, inbox, message: id, gateway, outcome, cause },
        outcome === 'refused' ? 'a message was not sent' : 'a message may not have been sent',
      );
      const reason = `${cause}: ${sent.reason}`;
      const store = outcome === 'refused' ? storeRefused : storeUnknown;
      // A gateway that failed may have sent the message before.
      const mayBeOut = outcome === 'unknown' || cause === 'gateway';
      return (on) =>
        on.transaction(async (tx) => {
          const echo = mayBeOut ? await claimEcho(tx, inbox, intent.to, intent) : undefined;
          if (!echo) return responseOf(id, (await tx.run(store, { id, reason }))[0]);
          ended = { inbox, networkId: echo.networkId };
          return storeSent(tx, intent, echo.networkId, echo.at);
        });
    },

    // The outcome of a send left pending by the previous process stays unknown.
    recall: async (on, id) =>
      responseOf(id, (await on.run(storeUnknown, { id, reason: stopped }))[0]),

    unstored: (intent) => notKnown(intent, databaseLost),
    onLost: (error) => log.error({ ...asked, err: error }, 'the outcome of a send was not stored'),

    async catchUp() {
      onStored?.();
      if (!ended) return;
      const { inbox, networkId } = ended;
      const { isEarly, isWaiting } = await findPending(db, inbox, networkId);
      if (isEarly && networkId !== undefined) await applyEarly(db, inbox, networkId);
      if (isWaiting) await matchWaitingEchoes(db, inbox, jidSuffix);
    },
  };
}
