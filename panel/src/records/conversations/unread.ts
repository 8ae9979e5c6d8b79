import { queryOptions, useQuery } from '@tanstack/react-query';
import { requestPath, segment } from '#panel/api/call.ts';
import type { Unread as Counted } from '#panel/api/schema.ts';
import type { Conversation, Message } from '#panel/api/types.ts';
import type { RecordChange } from '#panel/data/live-patches.ts';
import { hasRow } from './thread/message-rows.ts';

/* Unread messages of the user: counted by the server, then updated from the live stream. */

/** Maximum count per conversation. */
const maxUnread = 100;

interface Unread {
  /** Number of conversations with unread messages. */
  readonly conversations: number;
  /** Conversation → number of unread messages; 100 means 100 or more. */
  readonly byId: Readonly<Record<string, number>>;
}

/** Cached unread counts. */
export interface CachedUnread {
  readonly byId: Unread['byId'];
  /** Inboxes whose groups are muted. */
  readonly mutedInboxes: ReadonlySet<string>;
  /** Blocked conversations. */
  readonly blocked: ReadonlySet<string>;
  /** Messages counted since the fetch, so that a repeated event counts once. */
  readonly counted: ReadonlySet<string>;
}

/** Sets the unread count of a conversation. */
export const withCount = (cached: CachedUnread, id: string, count: number): CachedUnread => {
  if ((cached.byId[id] ?? 0) === count) return cached;
  const { [id]: _, ...rest } = cached.byId;
  return { ...cached, byId: count > 0 ? { ...rest, [id]: count } : rest };
};

/** Applies a change to the unread counts. A conversation is reopened by a message, so only messages add to them. */
export function applyToUnread(
  cached: CachedUnread,
  { kind, verb, id, record }: RecordChange,
): CachedUnread {
  if (kind === 'conversations') {
    const { status, is_blocked } = record as unknown as Conversation;
    const blocked = new Set(cached.blocked);
    if (is_blocked) blocked.add(id);
    else blocked.delete(id);
    const now = blocked.size === cached.blocked.size ? cached : { ...cached, blocked };
    return verb === 'deleted' || status !== 'open' ? withCount(now, id, 0) : now;
  }
  if (kind !== 'messages' || verb !== 'created' || cached.counted.has(id)) return cached;
  const message = record as unknown as Message;
  if (message.direction !== 'incoming' || !hasRow(message)) return cached;
  // Only messages of groups have a participant.
  if (message.participant && cached.mutedInboxes.has(message.inbox_id)) return cached;
  const { conversation_id } = message;
  if (cached.blocked.has(conversation_id)) return cached;
  const count = Math.min(maxUnread, (cached.byId[conversation_id] ?? 0) + 1);
  return {
    ...withCount(cached, conversation_id, count),
    counted: new Set([...cached.counted, id]),
  };
}

export const unreadKey = (slug: string) => ['team', slug, 'conversations', 'unread'] as const;

const unreadQuery = (slug: string) =>
  queryOptions({
    queryKey: unreadKey(slug),
    staleTime: Number.POSITIVE_INFINITY,
    async queryFn({ signal }): Promise<CachedUnread> {
      const { unread, muted_inbox_ids, blocked_conversation_ids } = await requestPath<Counted>(
        'GET',
        `/teams/${segment(slug)}/msgapp/unread`,
        {
          signal,
        },
      );
      const byId = Object.fromEntries(unread.map((each) => [each.conversation_id, each.unread]));
      return {
        byId,
        mutedInboxes: new Set(muted_inbox_ids),
        blocked: new Set(blocked_conversation_ids),
        counted: new Set(),
      };
    },
    meta: {
      alsoKinds: ['messages'],
      applyChange: (data, change) => applyToUnread(data as CachedUnread, change),
    },
  });

const summed = ({ byId }: CachedUnread): Unread => ({
  conversations: Object.keys(byId).length,
  byId,
});

/** Unread counts of the user; undefined while loading. @param enabled false defers the query */
export const useUnread = (slug: string, enabled = true): Unread | undefined =>
  useQuery({ ...unreadQuery(slug), select: summed, enabled: enabled && slug !== '' }).data;
