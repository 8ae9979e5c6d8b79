import type {
  Address,
  ChatAddress,
  Connection,
  GatewayResult,
} from '#server/outbound/messaging/connection.ts';
import { finding } from '#server/outbound/messaging/findings.ts';
import type { Gateway, GroupInfo, Profile } from '#server/outbound/messaging/gateway.ts';
import {
  type Outgoing,
  type Quoted,
  refused,
  type Sent,
} from '#server/outbound/messaging/outgoing-message.ts';
import { participantOf, phoneOf, spellings } from '../phones.ts';
import { done, failed, findings, list, object, text } from '../requests.ts';
import { readCallback, secretHeader } from './callbacks.ts';
import { change } from './changes.ts';
import { call, chatJid, keyIn, lookUp, post, quotedIn, recipientOf, resultOf } from './client.ts';
import { connecting } from './connect.ts';
import { health } from './health.ts';
import { pastChats, pastMessages } from './history.ts';
import { fetchMedia, limitOn, sendMedia } from './media.ts';

/*
 * Evolution API, version 2: a self-hosted gateway for a session on the network. Source: github.com/evolution-foundation/evolution-api at
 * fa09d37892cd (2.3.7), as E in this folder; before: github.com/EvolutionAPI/evolution-api (2.3.6 at 3454bec, whose callbacks differ if
 * noted).
 */

// Sending ----------------------------------------------------------------------------------------------------------

/**
 * Sends a reaction to each spelling in turn: the gateway uses its chat unchanged, unlike a number, and only one spelling may have an
 * account.
 */
async function sendReaction(
  connection: Connection,
  to: ChatAddress,
  target: Quoted,
  emoji: string,
  timeoutMs: number,
): Promise<Sent> {
  const chats = to.phone === undefined ? [to] : spellings(to.phone).map((phone) => ({ phone }));
  let sent: Sent = refused('number', findings.noAccount);
  for (const chat of chats) {
    const key = keyIn(chat, target);
    sent = await post(connection, 'sendReaction', { key, reaction: emoji }, timeoutMs);
    if (sent.outcome !== 'refused' || sent.cause !== 'number') break;
  }
  return sent;
}

const groupUnknown = refused(
  'number',
  finding('group_unknown', 'the gateway does not know the group, or its number is not a member'),
);

/** Sends a message, once. It accepts no id of ours. */
async function send(connection: Connection, message: Outgoing, timeoutMs: number): Promise<Sent> {
  const sent = await request(connection, message, timeoutMs);
  // An unknown group is an object thrown before anything is sent, converted to a text (B sendMessageWithTyping).
  const isUnknown =
    message.to.group !== undefined &&
    sent.outcome === 'unknown' &&
    sent.reason.said === '[object Object]';
  return isUnknown ? groupUnknown : sent;
}

/** Decides which request sends a content. */
async function request(
  connection: Connection,
  message: Outgoing,
  timeoutMs: number,
): Promise<Sent> {
  const { to, content, quoted, mentions = [] } = message;
  switch (content.kind) {
    case 'text': {
      const body = {
        number: recipientOf(to),
        text: content.text,
        ...(quoted ? { quoted: quotedIn(to, quoted) } : {}),
        // Complete addresses: the gateway would spell numbers its own way (E src/utils/createJid.ts). An empty list is refused.
        ...(mentions.length > 0 ? { mentioned: mentions.map(chatJid) } : {}),
      };
      return post(connection, 'sendText', body, timeoutMs);
    }
    case 'media':
      return sendMedia(connection, message, content, timeoutMs);
    case 'reaction':
      return sendReaction(connection, to, content.target, content.emoji, timeoutMs);
    case 'template':
      return refused('rejected', finding('content_unsupported', 'this gateway sends no templates'));
  }
}

// People and read receipts: E src/api/routes/chat.router.ts; B whatsappNumber, profilePicture, markMessageAsRead ----

/** Returns the number behind a LID, if the gateway has seen the two together. */
async function phoneBehind(
  connection: Connection,
  lid: string,
  timeoutMs: number,
): Promise<GatewayResult<string | undefined>> {
  const result = await lookUp(connection, `${lid}@lid`, timeoutMs);
  return result.kind === 'done' ? done(phoneOf(result.value.jid)) : result;
}

/** Fetches a person's picture; names come with messages. */
async function profile(
  connection: Connection,
  of: Address,
  timeoutMs: number,
): Promise<GatewayResult<Profile>> {
  const answer = await call(
    connection,
    'POST',
    '/chat/fetchProfilePictureUrl',
    { number: recipientOf(of) },
    timeoutMs,
  );
  // The gateway also answers null if it could not query the network (B profilePicture).
  return resultOf(answer, (json) => done({ pictureUrl: text(json?.profilePictureUrl) ?? null }));
}

/** Reports to the network that messages were read. */
async function markRead(
  connection: Connection,
  { chat, networkIds }: { readonly chat: Address; readonly networkIds: readonly string[] },
  timeoutMs: number,
): Promise<GatewayResult<undefined>> {
  // The gateway would report success, and skip them.
  if (chat.phone === undefined)
    return {
      kind: 'impossible',
      reason: finding('unsupported', 'the gateway cannot mark messages of hidden numbers as read'),
    };
  if (networkIds.length === 0) return done(undefined);
  const readMessages = networkIds.map((id) => ({ id, fromMe: false, remoteJid: chatJid(chat) }));
  const answer = await call(
    connection,
    'POST',
    '/chat/markMessageAsRead',
    { readMessages },
    timeoutMs,
  );
  return resultOf(answer, () => done(undefined));
}

// Groups: E src/api/routes/group.router.ts; B findGroup; Baileys' src/Socket/groups.ts, extractGroupMetadata ------------------

/** Fetches a group; the gateway answers 404 if it knows none, or is not a member. */
async function group(
  connection: Connection,
  address: string,
  timeoutMs: number,
): Promise<GatewayResult<GroupInfo>> {
  const query = `?groupJid=${encodeURIComponent(address)}`;
  const path = '/group/findGroupInfos';
  const answer = await call(connection, 'GET', path, undefined, timeoutMs, query);
  return resultOf(answer, (json) =>
    json
      ? done({
          name: text(json.subject),
          members: list(json.participants).flatMap((part) => {
            const { id, jid, lid, phoneNumber, admin, name } = object(part) ?? {};
            const member = participantOf([id, jid, lid, phoneNumber]);
            return member
              ? { ...member, name: text(name), isAdmin: typeof admin === 'string' }
              : [];
          }),
        })
      : failed('gateway', findings.unreadable),
  );
}

export const evolution: Gateway = {
  name: 'evolution',
  types: ['session'],
  config: {
    url: {
      about: 'address of the gateway',
      pattern: /^https?:\/\/[!-~]+$/,
      says: 'an address that begins with http:// or https://',
    },
    instance: {
      about: 'name of the instance',
      pattern: /^(?!\s)[^/\p{Cc}]{1,100}(?<!\s)$/u,
      says: '1 to 100 characters without slashes, and without a space at either end',
    },
    api_key: {
      about: 'its API key, global or of the instance',
      pattern: /^[!-~]+$/,
      says: 'printable ASCII characters without spaces',
      secret: true,
    },
    global_key: {
      about: 'its global API key, to create the instance and to replace it when it is logged out',
      pattern: /^[!-~]*$/,
      says: 'printable ASCII characters without spaces',
      secret: true,
      fallback: '',
    },
    webhook_secret: {
      about: `the secret that the gateway sends in the header ${secretHeader}`,
      pattern: /^[!-~]{16,255}$/,
      says: '16 to 255 printable ASCII characters without spaces',
      secret: true,
    },
  },

  send,
  change,
  refuseMedia: async (media) => limitOn(media),
  health,
  readCallback,
  fetchMedia,
  markRead,
  profile,
  // No `account`: the gateway looks up every number itself before sending (B sendMessageWithTyping).
  phoneOf: phoneBehind,
  group,
  pastChats,
  pastMessages,
  connecting,
};
