import { type Address, isNetworkId } from '#server/outbound/messaging/connection.ts';
import { type Finding, finding } from '#server/outbound/messaging/findings.ts';
import type { Gateway } from '#server/outbound/messaging/gateway.ts';
import type { ConnectionState } from '#server/outbound/messaging/gateway-setup.ts';
import type {
  Confirmation,
  Content,
  Updates,
} from '#server/outbound/messaging/incoming-updates.ts';
import { isSame } from '#server/platform/constant-time.ts';
import { phoneOf } from '../phones.ts';
import { hmac, type Json, object, parse, text } from '../requests.ts';
import { bareId, chatIn, groupKindOf, idOf, knownLids, lidOf, personOf } from './addresses.ts';
import { contentOf, numberOf } from './content.ts';

/*
 * Callbacks of WAHA: D content/docs/how-to/events/index.md; formats of each engine in W src/core/engines. They do not contain their order:
 * retries and the engines' own queues reorder them. `X-Webhook-Hmac` is the hex HMAC-SHA512 of the raw body ("HMAC authentication").
 */

const ignoring = (kind: string): Updates => ({ ignored: { [kind]: 1 } });

/** Converts seconds, which some events send with fractions; absent if the engine has none. */
function timeOf(seconds: unknown): number | undefined {
  const value = numberOf(seconds);
  return value !== undefined && value > 0 ? Math.round(value * 1_000) : undefined;
}

/** Returns the chat of a message, or the reason why it is not a chat with one person. */
function chatOf(payload: Json, me: Json | undefined): Address | string {
  const fromMe = payload.fromMe === true;
  // Without a chat in the id, the recipient of our side's message is unknown.
  const chat = chatIn(payload.id) ?? (fromMe ? undefined : text(payload.from));
  const crowd = groupKindOf(chat);
  if (crowd !== undefined) return crowd;
  const data = object(payload._data);
  const info = object(data?.Info);
  const alternatives = [
    object(data?.key)?.remoteJidAlt,
    fromMe ? info?.RecipientAlt : info?.SenderAlt,
  ];
  // For messages of our side, Baileys gives the sender's own address as the chat's alternative (getting `sender_pn`).
  const ownAddresses = [phoneOf(me?.id), lidOf(me?.lid)];
  const others = alternatives.filter(
    (one) => !ownAddresses.includes(phoneOf(one) ?? lidOf(one) ?? 'nobody'),
  );
  const person = personOf([chat, ...others]);
  if (!person) return 'nameless';
  // Excludes the account's notes to itself; messages sent through the API are kept.
  const isOwn = payload.source === 'app' && ownAddresses.includes(person.phone ?? person.lid);
  return isOwn ? 'own' : person;
}

/** Returns the announced name of the contact from each engine's field. */
function nameOf(payload: Json): string | undefined {
  const data = object(payload._data);
  return text(data?.notifyName) ?? text(data?.pushName) ?? text(object(data?.Info)?.PushName);
}

/** Reads a message of a chat, by either side. */
function written(payload: Json, chat: Address, content: Content): Updates {
  const networkId = idOf(payload);
  if (!isNetworkId(networkId)) return {};
  const at = timeOf(payload.timestamp);
  const lids = knownLids(chat);
  const common = { networkId, chat, at, ...content };
  if (payload.fromMe !== true)
    return { lids, messages: [{ ...common, from: 'contact', name: nameOf(payload) }] };
  // Earlier confirmations of the network come with the message and not again: Baileys (src/Utils/event-buffer.ts) merges the two.
  const confirmations = ack(payload).confirmations?.filter((one) => one.status !== 'sent') ?? [];
  // D events, `source`: from 2025.3 on.
  if (payload.source === 'app')
    return { lids, confirmations, messages: [{ ...common, from: 'phone' }] };
  if (payload.source === 'api') return { lids, confirmations, echoes: [common] };
  return { lids, confirmations, echoes: [{ ...common, mayBeTyped: true }] };
}

/** Reads a message, or an action on one, in a chat with one person. */
const ofPerson =
  (read: (payload: Json, chat: Address) => Updates) =>
  (payload: Json, me: Json | undefined): Updates => {
    const chat = chatOf(payload, me);
    return typeof chat === 'string' ? ignoring(chat) : read(payload, chat);
  };

/** Author of a change: from the session's own data about the message that carries it, not from the key that the author wrote into it. */
const authorOf = (payload: Json, chat: Address) =>
  ({
    chat,
    from: payload.fromMe === true ? 'phone' : 'contact',
    at: timeOf(payload.timestamp),
  }) as const;

const edited = (networkId: unknown, text: string, payload: Json, chat: Address): Updates =>
  isNetworkId(networkId) ? { edits: [{ networkId, text, ...authorOf(payload, chat) }] } : {};

const revoked = (networkId: unknown, payload: Json, chat: Address): Updates =>
  isNetworkId(networkId) ? { revokes: [{ networkId, ...authorOf(payload, chat) }] } : {};

const message = ofPerson((payload, chat) => {
  const reading = contentOf(payload);
  switch (reading.kind) {
    case 'content':
      return written(payload, chat, reading.content);
    case 'edit':
      return edited(reading.networkId, reading.text, payload, chat);
    case 'revoke':
      return revoked(reading.networkId, payload, chat);
    case 'protocol':
      return ignoring('protocol');
  }
});

const reaction = ofPerson((payload, chat) => {
  const reaction = object(payload.reaction);
  const target = text(reaction?.messageId);
  if (target === undefined) return {};
  return written(payload, chat, {
    type: 'reaction',
    text: text(reaction?.text) ?? '',
    details: { message: bareId(target) },
  });
});

/** WEBJS repeats the id of the message itself; the other engines send an id of the edit. */
const edit = ofPerson((payload, chat) =>
  edited(payload.editedMessageId ?? idOf(payload), text(payload.body) ?? '', payload, chat),
);

/** Before 2025.6.3 without `revokedMessageId`; WEBJS may identify the message by its previous content. */
function revoke(payload: Json, me: Json | undefined): Updates {
  const before = object(payload.before);
  const after = object(payload.after) ?? before;
  if (!after) return {};
  const protocol = object(object(object(after._data)?.message)?.protocolMessage);
  const networkId =
    text(payload.revokedMessageId) ?? text(object(protocol?.key)?.id) ?? idOf(before ?? after);
  return ofPerson((payload, chat) => revoked(networkId, payload, chat))(after, me);
}

/** D events, message.ack: -1 error, 0 pending, 1 server, 2 device, 3 read, 4 played. */
const acks: Record<string, Confirmation['status'] | undefined> = {
  '-1': 'failed',
  1: 'sent',
  2: 'delivered',
  3: 'read',
  4: 'read',
};

function ack(payload: Json): Updates {
  const crowd = groupKindOf(chatIn(payload.id));
  if (crowd !== undefined) return ignoring(crowd);
  const networkId = idOf(payload);
  const status = typeof payload.ack === 'number' ? acks[payload.ack] : undefined;
  // The same event reports that our side has read a contact's message.
  if (!status || !isNetworkId(networkId) || payload.fromMe === false) return {};
  const reason = status === 'failed' ? 'the network gave up on the message' : undefined;
  return { confirmations: [{ networkId, status, reason }] };
}

/** D sessions, "Session Status". */
export const states: Record<string, ConnectionState | undefined> = {
  STOPPED: 'disconnected',
  STARTING: 'connecting',
  SCAN_QR_CODE: 'scan',
  PASSKEY_REQUIRED: 'passkey',
  PASSKEY_CONFIRMATION_REQUIRED: 'passkey',
  WORKING: 'connected',
  FAILED: 'failed',
};

export const reasons: Partial<Record<ConnectionState, Finding>> = {
  passkey: finding(
    'passkey_needed',
    "the network asks for a passkey, which only the gateway's own dashboard can answer",
  ),
  failed: finding(
    'qr_unscanned',
    'the session gave up: nobody scanned the QR code in time, or the phone removed the device',
  ),
};

function status(payload: Json, me: Json | undefined): Updates {
  const state = states[text(payload.status) ?? ''];
  if (!state) return {};
  // Requesting a pairing code sets the number before anyone is logged in.
  const phone = state === 'connected' ? phoneOf(me?.id) : undefined;
  return { states: [{ state, reason: reasons[state], phone }] };
}

const readers: Record<string, ((payload: Json, me: Json | undefined) => Updates) | undefined> = {
  message,
  'message.any': message,
  'message.reaction': reaction,
  'message.edited': edit,
  'message.revoked': revoke,
  'message.ack': ack,
  'message.ack.group': () => ignoring('group'),
  /** Arrives again once the phone has sent its key. */
  'message.waiting': () => ignoring('waiting'),
  'poll.vote': () => ignoring('vote'),
  'poll.vote.failed': () => ignoring('vote'),
  'session.status': status,
};

/** Reads a verified callback of the session. */
function updatesOf({ event, payload: rawPayload, me }: Json): Updates {
  const payload = object(rawPayload);
  const reader = readers[text(event) ?? ''];
  return payload && reader ? reader(payload, object(me)) : {};
}

/** Verifies and reads a callback. */
export const readCallback: Gateway['readCallback'] = ({ config }, { method, headers, body }) => {
  const signature = hmac('sha512', config.webhook_secret ?? '', body);
  if (method !== 'POST' || !isSame(headers['x-webhook-hmac']?.toLowerCase(), signature))
    return { kind: 'unverified' };
  const json = parse(body);
  if (!json) return { kind: 'malformed' };
  // One address may be configured for all sessions of a gateway.
  const isOther = json.session !== undefined && json.session !== config.session;
  return { kind: 'updates', ...(isOther ? {} : updatesOf(json)) };
};
