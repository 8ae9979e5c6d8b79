import {
  type ChatAddress,
  type Connection,
  isNetworkId,
  type Participant,
  readsGroups,
} from '#server/outbound/messaging/connection.ts';
import { type Finding, finding } from '#server/outbound/messaging/findings.ts';
import type { Gateway, PastRecord } from '#server/outbound/messaging/gateway.ts';
import type { ConnectionState } from '#server/outbound/messaging/gateway-setup.ts';
import type {
  Confirmation,
  Content,
  Updates,
} from '#server/outbound/messaging/incoming-updates.ts';
import { isSame } from '#server/platform/constant-time.ts';
import { announcedName, groupOf, participantOf, phoneOf } from '../phones.ts';
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

/** The session of a callback: its account, and whether groups are read. */
interface Session {
  readonly me: Json | undefined;
  readonly hasGroups: boolean;
}

/** Address of the chat. Without one in the id, the recipient of our side's message is unknown. */
const chatAddressOf = (payload: Json) =>
  chatIn(payload.id) ?? (payload.fromMe === true ? undefined : text(payload.from));

/** Returns the chat of a message, or the reason why it is not read. */
function chatOf(payload: Json, { me, hasGroups }: Session): ChatAddress | string {
  const fromMe = payload.fromMe === true;
  const chat = chatAddressOf(payload);
  const group = groupOf(chat);
  if (hasGroups && group !== undefined) return { group };
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

/**
 * Returns the author in a group from each engine's field. The last part of the id is the author, too, but in a callback about a reaction it
 * may be that of the message.
 */
function authorIn(payload: Json): Participant | undefined {
  const data = object(payload._data);
  const key = object(data?.key);
  const info = object(data?.Info);
  return participantOf([
    payload.participant,
    key?.participant,
    info?.Sender,
    data?.author,
    key?.participantAlt,
    key?.participantPn,
    info?.SenderAlt,
  ]);
}

/** Session of a callback, with the author of its message in a group; `isOurs` if our side wrote it, whatever `fromMe` says. */
interface Writer extends Session {
  readonly author: Participant | undefined;
  readonly isOurs: boolean;
}

function writerOf(payload: Json, chat: ChatAddress, session: Session): Writer {
  const author = chat.group === undefined ? undefined : authorIn(payload);
  const { me } = session;
  const isAccount =
    author !== undefined &&
    ((author.phone !== undefined && author.phone === phoneOf(me?.id)) ||
      (author.lid !== undefined && author.lid === lidOf(me?.lid)));
  const isOurs = payload.fromMe === true || isAccount;
  return { ...session, author: isOurs ? undefined : author, isOurs };
}

/** Returns the announced name of the author from each engine's field. */
function nameOf(payload: Json): string | undefined {
  const data = object(payload._data);
  return text(data?.notifyName) ?? text(data?.pushName) ?? text(object(data?.Info)?.PushName);
}

/** Reads a message of a chat, by either side. */
function written(payload: Json, chat: ChatAddress, content: Content, writer: Writer): Updates {
  const networkId = idOf(payload);
  if (!isNetworkId(networkId)) return {};
  const at = timeOf(payload.timestamp);
  const { author, isOurs } = writer;
  const lids = knownLids(author ?? chat);
  const common = { networkId, chat, at, ...content };
  if (!isOurs && chat.group === undefined)
    return { lids, messages: [{ ...common, from: 'contact', name: nameOf(payload) }] };
  if (!isOurs) {
    const name = announcedName(nameOf(payload), author);
    return { lids, messages: [{ ...common, from: 'contact', participant: author, name }] };
  }
  // Earlier confirmations of the network come with the message and not again: Baileys (src/Utils/event-buffer.ts) merges the two.
  const confirmations =
    ack(payload, writer).confirmations?.filter((one) => one.status !== 'sent') ?? [];
  // D events, `source`: from 2025.3 on.
  if (payload.source === 'app' || payload.fromMe !== true)
    return { lids, confirmations, messages: [{ ...common, from: 'phone' }] };
  if (payload.source === 'api') return { lids, confirmations, echoes: [common] };
  return { lids, confirmations, echoes: [{ ...common, mayBeTyped: true }] };
}

/** Reads a message, or an action on one, in a chat with one person, or in a group if those are read. */
const inChat =
  (read: (payload: Json, chat: ChatAddress, writer: Writer) => Updates) =>
  (payload: Json, session: Session): Updates => {
    const chat = chatOf(payload, session);
    if (typeof chat === 'string') return ignoring(chat);
    return read(payload, chat, writerOf(payload, chat, session));
  };

/** Author of a change: from the session's own data about the message that carries it, not from the key that the author wrote into it. */
const authorOf = (payload: Json, chat: ChatAddress, { author, isOurs }: Writer) =>
  ({
    chat,
    from: isOurs ? 'phone' : 'contact',
    ...(author && { participant: author }),
    at: timeOf(payload.timestamp),
  }) as const;

const edited = (
  networkId: unknown,
  text: string,
  payload: Json,
  chat: ChatAddress,
  writer: Writer,
): Updates =>
  isNetworkId(networkId)
    ? { edits: [{ networkId, text, ...authorOf(payload, chat, writer) }] }
    : {};

const revoked = (networkId: unknown, payload: Json, chat: ChatAddress, writer: Writer): Updates =>
  isNetworkId(networkId) ? { revokes: [{ networkId, ...authorOf(payload, chat, writer) }] } : {};

const message = inChat((payload, chat, writer) => {
  const reading = contentOf(payload);
  switch (reading.kind) {
    case 'content':
      return written(payload, chat, reading.content, writer);
    case 'edit':
      return edited(reading.networkId, reading.text, payload, chat, writer);
    case 'revoke':
      return revoked(reading.networkId, payload, chat, writer);
    case 'protocol':
      return ignoring('protocol');
  }
});

const reaction = inChat((payload, chat, writer) => {
  const reaction = object(payload.reaction);
  const target = text(reaction?.messageId);
  if (target === undefined) return {};
  const details = { message: bareId(target) };
  const emoji = text(reaction?.text) ?? '';
  return written(payload, chat, { type: 'reaction', text: emoji, details }, writer);
});

/** WEBJS repeats the id of the message itself; the other engines send an id of the edit. */
const edit = inChat((payload, chat, writer) => {
  const id = payload.editedMessageId ?? idOf(payload);
  return edited(id, text(payload.body) ?? '', payload, chat, writer);
});

/** Before 2025.6.3 without `revokedMessageId`; WEBJS may identify the message by its previous content. */
function revoke(payload: Json, session: Session): Updates {
  const before = object(payload.before);
  const after = object(payload.after) ?? before;
  if (!after) return {};
  const protocol = object(object(object(after._data)?.message)?.protocolMessage);
  const networkId =
    text(payload.revokedMessageId) ?? text(object(protocol?.key)?.id) ?? idOf(before ?? after);
  return inChat((payload, chat, writer) => revoked(networkId, payload, chat, writer))(
    after,
    session,
  );
}

/** D events, message.ack: -1 error, 0 pending, 1 server, 2 device, 3 read, 4 played. */
const acks: Record<string, Confirmation['status'] | undefined> = {
  '-1': 'failed',
  1: 'sent',
  2: 'delivered',
  3: 'read',
  4: 'read',
};

function ack(payload: Json, { hasGroups }: Pick<Session, 'hasGroups'>): Updates {
  const chat = chatIn(payload.id);
  const crowd = groupKindOf(chat);
  // Receipts in a group are those of one member.
  const isReceipt = crowd === 'group' && typeof payload.ack === 'number' && payload.ack > 1;
  if (crowd !== undefined && (!hasGroups || groupOf(chat) === undefined || isReceipt))
    return ignoring(crowd);
  const networkId = idOf(payload);
  const status = typeof payload.ack === 'number' ? acks[payload.ack] : undefined;
  // The same event reports that our side has read a contact's message.
  if (!status || !isNetworkId(networkId) || payload.fromMe === false) return {};
  const reason = status === 'failed' ? 'the network gave up on the message' : undefined;
  return { confirmations: [{ networkId, status, reason }] };
}

/**
 * Reads a payload of the gateway's history, which is one of `message.any`.
 * @param phone the account's number
 */
export function readPast(
  payload: Json,
  connection: Connection,
  phone: string | undefined,
): PastRecord {
  const me = phone === undefined ? undefined : { id: `${phone}@c.us` };
  const updates = message(payload, { me, hasGroups: readsGroups(connection) });
  const networkId = idOf(payload);
  const [received] = updates.messages ?? [];
  const [sent] = updates.echoes ?? [];
  const past = received ?? (sent && { ...sent, from: 'phone' as const });
  if (!past) {
    const [skipped = 'unreadable'] = Object.keys(updates.ignored ?? {});
    return { skipped, networkId: isNetworkId(networkId) ? networkId : undefined };
  }
  const status = typeof payload.ack === 'number' ? acks[payload.ack] : undefined;
  return { message: { ...past, status }, lids: updates.lids ?? [] };
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

function status(payload: Json, { me }: Session): Updates {
  const state = states[text(payload.status) ?? ''];
  if (!state) return {};
  // Requesting a pairing code sets the number before anyone is logged in.
  const phone = state === 'connected' ? phoneOf(me?.id) : undefined;
  return { states: [{ state, reason: reasons[state], phone }] };
}

/** D content/docs/how-to/groups/events-group.v2.*.md; a change may have any part of the group. */
function groupChange(payload: Json, { hasGroups }: Session): Updates {
  const part = object(payload.group);
  const group = groupOf(part?.id);
  if (!hasGroups) return ignoring('group');
  return group === undefined ? {} : { groups: [{ group, name: text(part?.subject) }] };
}

const readers: Record<string, ((payload: Json, session: Session) => Updates) | undefined> = {
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
  'group.v2.join': groupChange,
  'group.v2.participants': groupChange,
  'group.v2.update': groupChange,
  'session.status': status,
};

/** Reads a verified callback of the session. */
function updatesOf({ event, payload: rawPayload, me }: Json, connection: Connection): Updates {
  const payload = object(rawPayload);
  const reader = readers[text(event) ?? ''];
  const session = { me: object(me), hasGroups: readsGroups(connection) };
  if (!payload || !reader) return {};
  const updates = reader(payload, session);
  const { messages = [], edits = [], revokes = [] } = updates;
  const isByMember = [...messages, ...edits, ...revokes].some((act) => act.participant);
  const account = { phone: phoneOf(session.me?.id), lid: lidOf(session.me?.lid) };
  return isByMember ? { ...updates, account } : updates;
}

/** Verifies and reads a callback. */
export const readCallback: Gateway['readCallback'] = (connection, { method, headers, body }) => {
  const { config } = connection;
  const signature = hmac('sha512', config.webhook_secret ?? '', body);
  if (method !== 'POST' || !isSame(headers['x-webhook-hmac']?.toLowerCase(), signature))
    return { kind: 'unverified' };
  const json = parse(body);
  if (!json) return { kind: 'malformed' };
  // One address may be configured for all sessions of a gateway.
  const isOther = json.session !== undefined && json.session !== config.session;
  return { kind: 'updates', ...(isOther ? {} : updatesOf(json, connection)) };
};
