import type { Connection } from '#server/outbound/messaging/connection.ts';
import { readsGroups } from '#server/outbound/messaging/connection.ts';
import type { Gateway, ListedChat } from '#server/outbound/messaging/gateway.ts';
import { exchange, object, pageLimits, text } from '../requests.ts';
import { groupKindOf } from './addresses.ts';
import { readPast } from './callbacks.ts';
import { headersOf, resultOf, sessionOf } from './client.ts';

/*
 * The gateway's stored messages: D content/docs/how-to/chats/index.md, "Get all chats" and "Get messages". NOWEB has them only with its
 * store, and all of them only with `fullSync`, both of which are set before the phone is paired.
 *
 * - Chats are a list, on WEBJS with the address as `{_serialized}`. Sorted by address, their pages stay in place while messages arrive.
 * - Messages are payloads as in `message.any`, the latest first. A page may have fewer than its limit before the end ("increase it always
 *   for limit amount, even if you get less messages"), so only an empty one is the last.
 * - Versions before 2024.11 know neither offset nor filters, and repeat the same page.
 */

const chatsPerPage = 200;
const messagesPerPage = 200;

const page = (connection: Connection, path: string, query: Record<string, string>, ms: number) =>
  exchange(
    'GET',
    `${connection.config.url}/api/${sessionOf(connection)}${path}?${new URLSearchParams(query)}`,
    headersOf(connection),
    undefined,
    ms,
    pageLimits,
  );

export const pastChats: NonNullable<Gateway['pastChats']> = async (connection, skip, timeoutMs) => {
  const query = {
    limit: String(chatsPerPage),
    offset: String(skip),
    sortBy: 'id',
    sortOrder: 'asc',
  };
  const answer = await page(connection, '/chats', query, timeoutMs);
  const value = answer.kind === 'answer' ? answer.value : undefined;
  return resultOf(answer, () => {
    if (!Array.isArray(value)) return undefined;
    const items = value.flatMap((part): ListedChat[] => {
      const { id, name } = object(part) ?? {};
      const chat = text(object(id)?._serialized) ?? text(id);
      if (chat === undefined || chat.length > 255) return [];
      const kind = groupKindOf(chat);
      return [
        {
          chat,
          name: text(name),
          ignored: kind === 'group' && readsGroups(connection) ? undefined : kind,
        },
      ];
    });
    return { items, next: value.length > 0 ? skip + chatsPerPage : undefined };
  });
};

export const pastMessages: NonNullable<Gateway['pastMessages']> = async (
  connection,
  { chat, phone, since, until, skip },
  timeoutMs,
) => {
  const seconds = (at: number) => String(Math.floor(at / 1_000));
  const query = {
    limit: String(messagesPerPage),
    offset: String(skip),
    downloadMedia: 'false',
    'filter.timestamp.lte': seconds(until),
    ...(since !== undefined && { 'filter.timestamp.gte': seconds(since) }),
  };
  const path = `/chats/${encodeURIComponent(chat)}/messages`;
  const answer = await page(connection, path, query, timeoutMs);
  const value = answer.kind === 'answer' ? answer.value : undefined;
  return resultOf(answer, () =>
    Array.isArray(value)
      ? {
          items: value.map((part) => {
            const payload = object(part);
            return payload ? readPast(payload, connection, phone) : { skipped: 'unreadable' };
          }),
          next: value.length > 0 ? skip + messagesPerPage : undefined,
        }
      : undefined,
  );
};
