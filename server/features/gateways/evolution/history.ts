import { readsGroups } from '#server/outbound/messaging/connection.ts';
import type { Gateway, ListedChat } from '#server/outbound/messaging/gateway.ts';
import { done, failed, findings, list, object, text } from '../requests.ts';
import { kindOfChat, readPast } from './callbacks.ts';
import { callForPage, resultOf } from './client.ts';

/*
 * The gateway's stored messages (E src/api/routes/chat.router.ts, findChats and findMessages; src/api/services/channel.service.ts,
 * fetchChats and fetchMessages). It stores what the phone sends on pairing (B messaging-history.set, if DATABASE_SAVE_DATA_HISTORIC is on;
 * all of it only with the setting syncFullHistory), and everything since.
 *
 * - `findChats` answers a list, the chat with the latest message first, and has a chat only if it has messages. 2.3 takes `take` and
 *   `skip`; earlier versions answer all chats. New messages move chats to the front, so pages overlap while messages arrive.
 * - `findMessages` takes a page (from 1) and its size, called `offset`. It filters by time only if both limits are texts that Date
 *   understands. The latest message comes first; those of one second are in any order. Key filters compare the whole address.
 * - A record has its statuses in `MessageUpdate`, one for each change.
 */

/** Number of chats and of messages in a page. */
const chatsPerPage = 200;
const messagesPerPage = 200;

/** Times of the first and the last message that a history can have, for filters that need both limits. */
const earliest = '2009-01-01T00:00:00.000Z';

export const pastChats: NonNullable<Gateway['pastChats']> = async (connection, skip, timeoutMs) => {
  const body = { take: chatsPerPage, skip };
  const answer = await callForPage(connection, '/chat/findChats', body, timeoutMs);
  return resultOf(answer, (_, value) => {
    if (!Array.isArray(value)) return failed('gateway', findings.unreadable);
    const items = value.flatMap((part): ListedChat[] => {
      const { remoteJid, pushName } = object(part) ?? {};
      const chat = text(remoteJid);
      if (chat === undefined || chat.length > 255) return [];
      const kind = kindOfChat(chat);
      const ignored = kind === 'group' && readsGroups(connection) ? undefined : kind;
      return [{ chat, name: text(pushName), ignored }];
    });
    return done({
      items,
      next: value.length === chatsPerPage ? skip + value.length : undefined,
    });
  });
};

export const pastMessages: NonNullable<Gateway['pastMessages']> = async (
  connection,
  { chat, phone, since, until, skip },
  timeoutMs,
) => {
  const body = {
    where: {
      key: { remoteJid: chat },
      messageTimestamp: {
        gte: since === undefined ? earliest : new Date(since).toISOString(),
        lte: new Date(until).toISOString(),
      },
    },
    page: skip / messagesPerPage + 1,
    offset: messagesPerPage,
  };
  const answer = await callForPage(connection, '/chat/findMessages', body, timeoutMs);
  return resultOf(answer, (json) => {
    const page = object(json?.messages);
    if (!page || !Array.isArray(page.records)) return failed('gateway', findings.unreadable);
    const items = list(page.records).map((part) => {
      const record = object(part);
      return record ? readPast(record, connection, phone) : { skipped: 'unreadable' };
    });
    return done({
      items,
      next: page.records.length >= messagesPerPage ? skip + messagesPerPage : undefined,
    });
  });
};
