import { LRUCache } from 'lru-cache';
import { type Connection, isNetworkId } from '#server/outbound/messaging/connection.ts';
import { finding } from '#server/outbound/messaging/findings.ts';
import type { Account, Gateway, GroupInfo, Profile } from '#server/outbound/messaging/gateway.ts';
import {
  type Outgoing,
  type OutgoingChange,
  refused,
  type Sent,
} from '#server/outbound/messaging/outgoing-message.ts';
import { participantOf, phoneOf } from '../phones.ts';
import { type Json, list, object, type Streamed, text } from '../requests.ts';
import { chatIdOf, fullMessageId, lidOf } from './addresses.ts';
import { readCallback } from './callbacks.ts';
import { call, done, optionalResultOf, resultOf, sentOf, sessionOf } from './client.ts';
import { connecting } from './connect.ts';
import { health } from './health.ts';
import { pastChats, pastMessages } from './history.ts';
import { fetchMedia, unsendable, uploadOf } from './media.ts';

// Sending: D content/docs/how-to/send-messages/index.md, W src/structures/chatting.dto.ts, src/core/session.*.ts ------

/** Extra time: the gateway waits 10 s before it reports that a session is not working (W manager.abc.ts, WAIT_STATUS_TIMEOUT). */
const extraTimeoutMs = 1_000;

/** Sends a message, once: decides which request sends its content. */
async function send(
  connection: Connection,
  { to, content, quoted, networkId, mentions = [] }: Outgoing,
  timeoutMs: number,
): Promise<Sent> {
  const chatId = chatIdOf(to);
  const common = {
    session: connection.config.session,
    chatId,
    ...(quoted ? { reply_to: fullMessageId(chatId, quoted) } : {}),
    ...(mentions.length > 0 ? { mentions: mentions.map(chatIdOf) } : {}),
  };
  const request = (method: 'POST' | 'PUT', path: string, body: Json | Streamed) =>
    call(connection, method, path, body, timeoutMs + extraTimeoutMs);
  switch (content.kind) {
    case 'text': {
      // Only texts accept an id: OpenAPI 2026.7.1, MessageTextRequest.
      const idPart = networkId === undefined ? {} : { id: networkId };
      const body = { ...common, text: content.text, ...idPart };
      return sentOf(await request('POST', '/api/sendText', body), timeoutMs);
    }
    case 'reaction': {
      const messageId = fullMessageId(chatId, content.target);
      const body = { session: common.session, messageId, reaction: content.emoji };
      return sentOf(await request('PUT', '/api/reaction', body), timeoutMs);
    }
    case 'media': {
      const upload = await uploadOf(content, common);
      if ('outcome' in upload) return upload;
      return sentOf(await request('POST', upload.path, upload.body), timeoutMs);
    }
    case 'template':
      return refused(
        'rejected',
        finding('content_unsupported', 'templates are sent through the official API only'),
      );
  }
}

/**
 * Edits a message, or takes it back: D content/docs/how-to/chats/index.md. NOWEB and GOWS answer with the id of the change; WEBJS answers the
 * same to a change that it did not make, and only its callback confirms one.
 */
async function change(
  connection: Connection,
  { to, networkId, change: wanted }: OutgoingChange,
  timeoutMs: number,
): Promise<Sent> {
  const chatId = chatIdOf(to);
  const [chat, message] = [chatId, fullMessageId(chatId, { networkId, fromMe: true })].map(
    encodeURIComponent,
  );
  const path = `/api/${sessionOf(connection)}/chats/${chat}/messages/${message}`;
  const [method, body] =
    wanted.kind === 'edit'
      ? (['PUT', { text: wanted.text }] as const)
      : (['DELETE', undefined] as const);
  const answer = await call(connection, method, path, body, timeoutMs + extraTimeoutMs);
  return sentOf(answer, timeoutMs);
}

/** Gateways that provide no ids, by inbox and address; retried now and then, because gateways get updated. */
const without = new LRUCache<string, true>({ max: 1_000, ttl: 30 * 60_000 });

/** Requests the id of a new message: from 2026.4.3 on with NOWEB and GOWS (D changelog). */
async function newMessageId(
  connection: Connection,
  timeoutMs: number,
): Promise<string | undefined> {
  const { team, inbox, config } = connection;
  const key = `${team} ${inbox} ${config.url} ${config.session}`;
  if (without.has(key)) return undefined;
  const path = `/api/${sessionOf(connection)}/new-message-id`;
  // The gateway creates ids locally; a slow one keeps most of its time for the message.
  const answer = await call(connection, 'GET', path, undefined, timeoutMs / 4);
  if (answer.kind !== 'answer') return undefined;
  const { status, json } = answer;
  const id = status === 200 ? text(json?.id) : undefined;
  if (isNetworkId(id)) return id;
  // A stopped session is a 404, too, and may provide ids once it runs.
  const hasNoSuch = status === 404 && /^Cannot /.test(text(json?.message) ?? '');
  if (status === 200 || status === 403 || status === 501 || hasNoSuch) without.set(key, true);
  return undefined;
}

// People and read receipts: D content/docs/how-to/{receive-messages,contacts}/index.md -----------------------------

const markRead: NonNullable<Gateway['markRead']> = async (
  connection,
  { chat, networkIds },
  timeoutMs,
) => {
  const chatId = chatIdOf(chat);
  const messageIds = networkIds.map((networkId) =>
    fullMessageId(chatId, { networkId, fromMe: false }),
  );
  const body = { session: connection.config.session, chatId, messageIds };
  return done(await call(connection, 'POST', '/api/sendSeen', body, timeoutMs));
};

const query = (values: Record<string, string | undefined>) =>
  new URLSearchParams(
    Object.entries(values).map(([name, value]): [string, string] => [name, value ?? '']),
  ).toString();

const profile: NonNullable<Gateway['profile']> = async (connection, of, timeoutMs) => {
  const { session } = connection.config;
  const one = query({ contactId: chatIdOf(of), session });
  const [picture, contact] = await Promise.all([
    call(connection, 'GET', `/api/contacts/profile-picture?${one}`, undefined, timeoutMs),
    call(connection, 'GET', `/api/contacts?${one}`, undefined, timeoutMs),
  ]);
  const named = resultOf(contact, (json) => ({
    name: text(json?.pushname) ?? text(json?.pushName),
  }));
  const name = named.kind === 'done' ? named.value.name : undefined;
  return resultOf(picture, (json): Profile | undefined => {
    if (!json) return undefined;
    // W contacts.controller.ts; a hidden picture is null.
    return { name, pictureUrl: text(json.profilePictureURL) ?? null };
  });
};

const account: NonNullable<Gateway['account']> = async (connection, phone, timeoutMs) => {
  const path = `/api/contacts/check-exists?${query({ phone, session: connection.config.session })}`;
  // A message waits for this check and is sent without it if it times out.
  const answer = await call(connection, 'GET', path, undefined, timeoutMs / 2);
  return resultOf(answer, (json): Account | undefined => {
    if (json?.numberExists === false) return { exists: false };
    if (json?.numberExists !== true) return undefined;
    return { exists: true, phone: phoneOf(json.chatId), lid: lidOf(json.chatId) };
  });
};

const numberOfLid: NonNullable<Gateway['phoneOf']> = async (connection, lid, timeoutMs) => {
  const path = `/api/${sessionOf(connection)}/lids/${encodeURIComponent(lid)}`;
  const answer = await call(connection, 'GET', path, undefined, timeoutMs);
  return optionalResultOf(answer, (json) => phoneOf(json?.pn));
};

// Groups: D content/docs/how-to/groups/index.md ---------------------------------------------------------------------------

/** Name of a group in each engine's format: NOWEB, GOWS, WEBJS. */
const groupNameOf = (json: Json | undefined) =>
  text(json?.subject) ?? text(json?.Name) ?? text(object(json?.groupMetadata)?.subject);

/** Members of a group: `role` since participants/v2, flags of each engine before. */
const membersIn = (parts: readonly unknown[]): GroupInfo['members'] =>
  parts.flatMap((part) => {
    const json = object(part) ?? {};
    const { id, pn, role, admin, isAdmin, IsAdmin } = json;
    const address = text(object(id)?._serialized) ?? id;
    const member = participantOf([address, pn, json.JID, json.PhoneNumber, json.LID]);
    if (!member || role === 'left') return [];
    const isLeader = /admin$/.test(text(role) ?? text(admin) ?? '');
    return { ...member, isAdmin: isLeader || isAdmin === true || IsAdmin === true };
  });

const group: NonNullable<Gateway['group']> = async (connection, address, timeoutMs) => {
  const path = `/api/${sessionOf(connection)}/groups/${encodeURIComponent(address)}`;
  const [whole, members] = await Promise.all([
    call(connection, 'GET', path, undefined, timeoutMs),
    call(connection, 'GET', `${path}/participants/v2`, undefined, timeoutMs),
  ]);
  // Before participants/v2, the members are in the group.
  const isListed = members.kind === 'answer' && members.status === 200;
  return resultOf(whole, (json): GroupInfo | undefined => {
    if (!json) return undefined;
    const inGroup = json.participants ?? json.Participants;
    const parts = isListed ? members.value : (inGroup ?? object(json.groupMetadata)?.participants);
    return { name: groupNameOf(json), members: membersIn(list(parts)) };
  });
};

/** WAHA: a self-hosted gateway for a session on the network, with a choice of engines. */
export const waha: Gateway = {
  name: 'waha',
  types: ['session'],
  config: {
    url: {
      about: 'address of the gateway',
      pattern: /^https?:\/\/[!-~]+$/,
      says: 'an address that begins with http:// or https://',
    },
    session: {
      about: 'name of the session',
      pattern: /^[^/\s]{1,100}$/,
      says: '1 to 100 characters without spaces or slashes',
      fallback: 'default',
    },
    api_key: {
      about: 'its API key',
      pattern: /^[!-~]+$/,
      says: 'printable ASCII characters without spaces',
      secret: true,
    },
    webhook_secret: {
      about: 'the key that the gateway signs its callbacks with (hmac.key)',
      pattern: /^[!-~]{16,255}$/,
      says: '16 to 255 printable ASCII characters without spaces',
      secret: true,
    },
  },
  send,
  change,
  refuseMedia: async (media) => unsendable(media),
  health,
  readCallback,
  newMessageId,
  fetchMedia,
  markRead,
  profile,
  account,
  phoneOf: numberOfLid,
  group,
  pastChats,
  pastMessages,
  connecting,
};
