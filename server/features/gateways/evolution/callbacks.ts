import {
  type ChatAddress,
  type Connection,
  isNetworkId,
  readsGroups,
} from '#server/outbound/messaging/connection.ts';
import { type Finding, finding } from '#server/outbound/messaging/findings.ts';
import type { Gateway, PastRecord } from '#server/outbound/messaging/gateway.ts';
import type { StateReport } from '#server/outbound/messaging/gateway-setup.ts';
import type {
  ChatMessage,
  Confirmation,
  Content,
  Echo,
  Edit,
  GroupChange,
  KnownLid,
  ParsedCallback,
  Revoke,
} from '#server/outbound/messaging/incoming-updates.ts';
import { isSame } from '#server/platform/constant-time.ts';
import { announcedName, groupOf, lidOf, mentionedIn, participantOf, phoneOf } from '../phones.ts';
import { referralIn } from '../referral.ts';
import { type Json, list, object, parse, tally, text, textOf } from '../requests.ts';
import { contentOf, numberOf, timeOf } from './content.ts';

/*
 * Callbacks of Evolution (E as in index.ts; B is src/api/integrations/channel/whatsapp/whatsapp.baileys.service.ts there).
 *
 * - `send.message` (B sendMessageWithTyping) covers all messages sent through its API, by any client, and no others.
 * - `messages.upsert` (B messageHandle) covers all other messages; with `fromMe`, those typed on the phone.
 * - `messages.edited` is the network's protocol message as its author's client wrote it: edits, revokes, and settings of a chat. Nothing in
 *   it proves the chat or the author, so it changes only messages of contacts ([ADR 87]). A revoke comes again as `messages.delete`, whose
 *   key is the network's own: chat and side are those of the session.
 *   In a group every member knows the ids and can write any key, so edits of members are not applied there.
 * - In a group, `participant` of the key is the author, or the member who revoked. It may be a LID, with the number in `participantAlt`. Baileys
 *   has reported messages of the account's own phone with `fromMe: false`; their participant is the account. A missing `pushName` is filled
 *   with the digits of the participant (B prepareMessage).
 * - `groups.update` never comes: it is filtered by the name GROUPS_UPDATE, and only GROUP_UPDATE can be subscribed.
 * - `send.message.update` is an edit through the API, so by our side.
 * - `messages.update` has a status, even if only the text changed.
 *
 * Verification: E src/api/integrations/event/webhook/webhook.controller.ts. They have no signature, only the configured headers; the body may
 * contain the API key. 400, 401, 403, 404 and 422 are never retried, all other failures ten times. With `byEvents` the event follows the
 * address, as in `/messages-upsert`.
 */

/** Header with the inbox's secret. */
export const secretHeader = 'x-webhook-secret';

/** E src/utils/renderStatus.ts; SENT, DELIVERED and FAILED come from instances on the official API. */
const statuses: Record<string, Confirmation['status'] | undefined> = {
  ERROR: 'failed',
  SERVER_ACK: 'sent',
  DELIVERY_ACK: 'delivered',
  PLAYED: 'read',
  SENT: 'sent',
  DELIVERED: 'delivered',
  READ: 'read',
  FAILED: 'failed',
};

function confirmationOf(data: Json): Confirmation | undefined {
  const status = statuses[text(data.status)?.toUpperCase() ?? ''];
  // `messageId` is the gateway's own; the jid may be another spelling of the recipient.
  if (!status || !isNetworkId(data.keyId) || data.fromMe === false) return undefined;
  const reason = status === 'failed' ? 'the network gave up on the message' : undefined;
  return { networkId: data.keyId, status, reason };
}

/** Chats that are not with one person, by the server in their address. */
const nonPersonChats: Readonly<Record<string, string>> = {
  'g.us': 'group',
  broadcast: 'broadcast',
  newsletter: 'channel',
};

/** Returns the kind of a chat that is not with one person. */
export function kindOfChat(jid: unknown): string | undefined {
  if (jid === 'status@broadcast') return 'status';
  const server = text(jid)?.split('@')[1] ?? '';
  return Object.hasOwn(nonPersonChats, server) ? nonPersonChats[server] : undefined;
}

/** Other side of a chat: by number, by LID, or by both; `own` for the account's chat with itself. */
type Chat = ChatAddress | 'own' | undefined;

/** Returns the author in a group. */
const authorIn = (key: Json, data: Json = {}) =>
  participantOf([key.participant, key.participantAlt, key.participantPn, data.participant]);

/**
 * Returns the other side of a chat. The part of the key with the number depends on the version: 2.3.7 puts a known number in the place of
 * the LID, 2.3.6 next to it, and earlier ones in `senderPn`. In our own messages the parts about the sender refer to ourselves.
 * @param ownPhone the account's number
 */
function chatOf(key: Json, ownPhone: string | undefined): Chat {
  const { remoteJid, remoteJidAlt, senderPn, previousRemoteJid } = key;
  const isMine = key.fromMe === true;
  const jids = [remoteJid, remoteJidAlt, isMine ? undefined : senderPn, previousRemoteJid];
  const phones = jids.map(phoneOf).filter((phone) => phone !== undefined);
  const lid = jids.map(lidOf).find((one) => one !== undefined);
  const phone = phones.find((one) => !isMine || one !== ownPhone);
  if (phone !== undefined) return { phone, lid };
  if (lid !== undefined) return { lid };
  return phones.length > 0 ? 'own' : undefined;
}

/** Returns the id of the quoted message: next to the message, or inside its wrapper. */
const quotedOf = (data: Json, content: Content): string | undefined => {
  const quoted = object(data.contextInfo)?.stanzaId ?? content.quoted;
  return isNetworkId(quoted) ? quoted : undefined;
};

/**
 * Kinds without content, by the name under which they are counted: containers of messages that arrive separately, and messages that
 * devices exchange. The misspelling is the network's (WAProto.proto, Message.callLogMesssage).
 */
const withoutContent: Readonly<Record<string, string>> = {
  albumMessage: 'album',
  callLogMesssage: 'call',
  callLogMessage: 'call',
  encEventResponseMessage: 'protocol',
  encReactionMessage: 'protocol',
  fastRatchetKeySenderKeyDistributionMessage: 'protocol',
  keepInChatMessage: 'protocol',
  messageHistoryBundle: 'protocol',
  pinInChatMessage: 'protocol',
  placeholderMessage: 'protocol',
  pollUpdateMessage: 'protocol',
  protocolMessage: 'protocol',
};

/** Reasons for the end of a session, by the network's code (DisconnectReason of Baileys, and B connectionUpdate). */
const reasons: Readonly<Record<number, Finding>> = {
  401: finding('logged_out', 'the session was logged out'),
  402: finding('number_banned', 'the network has suspended the account'),
  403: finding('number_banned', 'the network refuses the account'),
  406: finding('number_banned', 'the network refuses the account'),
  440: finding('opened_elsewhere', 'the session was opened elsewhere'),
};

function stateOf(event: unknown, data: Json): StateReport | undefined {
  const code = numberOf(data.statusReason ?? data.disconnectionReasonCode);
  const ended = (otherwise?: Finding): StateReport => ({
    state: 'disconnected',
    reason: (code === undefined ? undefined : reasons[code]) ?? otherwise,
  });
  switch (event) {
    case 'connection.update':
      if (data.state === 'open') return { state: 'connected', phone: phoneOf(data.wuid) };
      if (data.state === 'connecting') return { state: 'connecting' };
      if (data.state === 'close') return ended();
      return data.state === 'refused'
        ? {
            state: 'failed',
            reason: finding('qr_unscanned', 'nobody scanned the QR code while there was one'),
          }
        : undefined;
    case 'qrcode.updated': {
      const { pairingCode, code: qr } = object(data.qrcode) ?? {};
      if (text(pairingCode)) return { state: 'code' };
      if (text(qr)) return { state: 'scan' };
      // The gateway gives up after QRCODE_LIMIT codes.
      if (numberOf(data.statusCode) === undefined) return undefined;
      const detail = textOf(data.message);
      return {
        state: 'failed',
        reason: detail === undefined ? undefined : finding('qr_unscanned', detail),
      };
    }
    case 'status.instance':
      return data.status === 'closed' ? ended() : undefined;
    case 'logout.instance':
      return ended(reasons[401]);
    case 'remove.instance':
    case 'instance.delete':
      return {
        state: 'disconnected',
        reason: finding('session_removed', 'the instance was removed at the gateway'),
      };
    default:
      return undefined;
  }
}

/** Reads the edit in a protocol message; its type is a name or a number (WAProto.proto, ProtocolMessage.Type). */
function editOf(data: Json, author: Pick<Edit, 'from' | 'chat'>): Edit | undefined {
  const networkId = object(data.key)?.id;
  if (!isNetworkId(networkId)) return undefined;
  if (data.type !== 'MESSAGE_EDIT' && data.type !== 14) return undefined;
  const content = contentOf(object(data.editedMessage));
  if (content.type === 'unsupported' && content.text === '') return undefined;
  return { ...author, networkId, text: content.text, at: numberOf(data.timestampMs) };
}

/** Collects the contents of one callback. @param hasGroups true if groups are read */
function gather(body: Json, hasGroups: boolean) {
  const ownPhone = phoneOf(body.sender);
  const ignored = tally();
  const updates = {
    confirmations: [] as Confirmation[],
    messages: [] as ChatMessage[],
    echoes: [] as Echo[],
    edits: [] as Edit[],
    revokes: [] as Revoke[],
    states: [] as StateReport[],
    lids: [] as KnownLid[],
    groups: [] as GroupChange[],
  };

  /** Counts a chat that is not read. @returns true if it is not */
  const ignores = (jid: unknown): boolean => {
    const kind = kindOfChat(jid);
    if (kind === undefined || (hasGroups && groupOf(jid) !== undefined)) return false;
    ignored.add(kind);
    return true;
  };
  const isUs = (phone: string | undefined) => phone !== undefined && phone === ownPhone;

  const takeMessage = (data: Json, isEcho: boolean) => {
    const key = object(data.key) ?? {};
    const { id, remoteJid } = key;
    if (ignores(remoteJid)) return;
    const group = groupOf(remoteJid);
    // A sent message belongs to the chat in its key, even to the account's own.
    const chat: Chat = group === undefined ? chatOf(key, isEcho ? undefined : ownPhone) : { group };
    if (chat === 'own') return ignored.add('own');
    if (chat === undefined) return ignored.add('nameless');
    if (!isNetworkId(id)) return ignored.add('no id');
    const read = contentOf(object(data.message), data.messageType);
    const kind = String(read.details?.kind);
    const counted = Object.hasOwn(withoutContent, kind) ? withoutContent[kind] : undefined;
    if (read.type === 'unsupported' && counted !== undefined) return ignored.add(counted);
    const author = group === undefined ? undefined : authorIn(key, data);
    const fromMe = key.fromMe === true || isUs(author?.phone);
    const message = {
      ...read,
      media: read.media && {
        ...read.media,
        source: { ...read.media.source, chat: text(remoteJid), fromMe },
      },
      quoted: quotedOf(data, read),
      // The gateway turns a text with context into a plain text, and puts the context next to it.
      referral: read.referral ?? referralIn(data.contextInfo),
      mentions: read.mentions ?? mentionedIn(list(object(data.contextInfo)?.mentionedJid)),
      networkId: id,
      chat,
      at: timeOf(data.messageTimestamp),
    };
    if (chat.phone !== undefined && chat.lid !== undefined)
      updates.lids.push({ phone: chat.phone, lid: chat.lid });
    // A message of our side proves the LID of the account only.
    if (author?.phone !== undefined && author.lid !== undefined && (!fromMe || isUs(author.phone)))
      updates.lids.push({ phone: author.phone, lid: author.lid });
    if (isEcho) updates.echoes.push(message);
    else if (fromMe) updates.messages.push({ ...message, from: 'phone' });
    else if (group === undefined)
      updates.messages.push({ ...message, from: 'contact', name: text(data.pushName) });
    else {
      const name = announcedName(text(data.pushName), author);
      updates.messages.push({ ...message, from: 'contact', participant: author, name });
    }
  };

  /** @param isOurs true if the edit was made through the API */
  const takeEdit = (data: Json, isOurs: boolean) => {
    const key = object(data.key) ?? {};
    if (ignores(key.remoteJid)) return;
    const group = groupOf(key.remoteJid);
    if (data.type === 'REVOKE' || data.type === 0) return ignored.add('unproven_revoke');
    if (group !== undefined && !isOurs) return ignored.add('unproven_edit');
    const chat: Chat =
      group !== undefined
        ? { group }
        : isOurs
          ? chatOf({ ...key, fromMe: true }, undefined)
          : undefined;
    if (chat === 'own' || (isOurs && chat === undefined)) return ignored.add('nameless');
    const edit = editOf(data, isOurs ? { from: 'phone', chat } : { from: 'contact' });
    if (!edit) return ignored.add('setting');
    updates.edits.push(edit);
  };

  /** Reads a key, or a stored message with its key (B deleteMessage). */
  const takeDelete = (data: Json) => {
    const key = object(data.key) ?? data;
    if (ignores(key.remoteJid)) return;
    const group = groupOf(key.remoteJid);
    const chat: Chat = group === undefined ? chatOf(key, ownPhone) : { group };
    const author = group === undefined ? undefined : authorIn(key);
    const fromMe = key.fromMe === true || isUs(author?.phone);
    if (chat === 'own') return ignored.add('own');
    if (chat === undefined) return ignored.add('nameless');
    if (isNetworkId(key.id))
      updates.revokes.push({
        networkId: key.id,
        from: fromMe ? 'phone' : 'contact',
        chat,
        ...(author && !fromMe ? { participant: author } : {}),
      });
  };

  /** Reads `groups.upsert` and `group-participants.update`: metadata with a subject, or an id with some members. */
  const takeGroup = (data: Json) => {
    if (ignores(data.id)) return;
    const group = groupOf(data.id);
    if (group !== undefined) updates.groups.push({ group, name: text(data.subject) });
  };

  return { told: updates, ignored, takeMessage, takeEdit, takeDelete, takeGroup };
}

/** Statuses in the order in which a message passes through them. */
const ranked = ['failed', 'sent', 'delivered', 'read'] as const;

/**
 * Reads a record of the gateway's history, which is a message as in `messages.upsert` with all its status updates.
 * @param phone the account's number
 */
export function readPast(
  record: Json,
  connection: Connection,
  phone: string | undefined,
): PastRecord {
  const {
    told: updates,
    ignored,
    takeMessage,
  } = gather(
    { sender: phone === undefined ? undefined : `${phone}@c.us` },
    readsGroups(connection),
  );
  takeMessage(record, false);
  const [message] = updates.messages;
  const { id } = object(record.key) ?? {};
  if (message === undefined) {
    const [skipped = 'unreadable'] = Object.keys(ignored.counts);
    return { skipped, networkId: isNetworkId(id) ? id : undefined };
  }
  const reported = list(record.MessageUpdate).map(
    (update) => statuses[text(object(update)?.status)?.toUpperCase() ?? ''],
  );
  const status = ranked.findLast((each) => reported.includes(each));
  return { message: { ...message, status }, lids: updates.lids };
}

const groupEvents: readonly unknown[] = ['groups.upsert', 'group-participants.update'];

/** Reads a verified callback. */
function readUpdates(body: Json, connection: Connection): ParsedCallback {
  const { event } = body;
  const {
    told: updates,
    ignored,
    takeMessage,
    takeEdit,
    takeDelete,
    takeGroup,
  } = gather(body, readsGroups(connection));
  // The end of a session comes without data.
  for (const data of list(body.data ?? {}).map(object)) {
    if (!data) continue;
    if (event === 'messages.upsert' || event === 'send.message')
      takeMessage(data, event === 'send.message');
    else if (event === 'messages.update') {
      const confirmation = confirmationOf(data);
      if (confirmation) updates.confirmations.push(confirmation);
    } else if (event === 'messages.edited' || event === 'send.message.update')
      takeEdit(data, event === 'send.message.update');
    else if (event === 'messages.delete') takeDelete(data);
    else if (groupEvents.includes(event)) takeGroup(data);
    else {
      const state = stateOf(event, data);
      if (state) updates.states.push(state);
    }
  }
  const account = { phone: phoneOf(body.sender) };
  return { kind: 'updates', account, ...updates, ignored: ignored.counts };
}

/** Verifies and reads a callback. */
export const readCallback: Gateway['readCallback'] = (connection, { method, headers, body }) => {
  const { config } = connection;
  if (method !== 'POST' || !isSame(headers[secretHeader], config.webhook_secret ?? ''))
    return { kind: 'unverified' };
  const json = parse(body);
  if (!json) return { kind: 'malformed' };
  // One address may be configured for all instances of a gateway.
  const isOther = json.instance !== undefined && json.instance !== config.instance;
  return readUpdates(isOther ? {} : json, connection);
};
