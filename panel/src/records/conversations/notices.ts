import type { QueryClient } from '@tanstack/react-query';
import { request } from '#panel/api/call.ts';
import type { Message } from '#panel/api/types.ts';
import { applyRecordChanges, type RecordChange } from '#panel/data/live-patches.ts';
import { type CachedRows, type RowFilters, withMissing } from './list-rows.ts';
import type { MessageWindow } from './thread/message-window.ts';
import { type CachedUnread, unreadKey, withCount } from './unread.ts';

/*
 * Handles live notices without details: the outcome of a sent message, and a read mark set on another screen. Fetches only the record that
 * is shown, and writes it to the cache.
 */

const key = (slug: string) => ['team', slug, 'conversations'] as const;

type Status = Message['status'];
/** Statuses reported by the network only advance in this order. */
const ranks: readonly Status[] = ['pending', 'sent', 'delivered', 'read', 'failed'];

interface Copy {
  readonly conversation: string;
  readonly status: Status;
  /** True if the status may still change without an event: the message is being sent, or a workflow retries it. */
  readonly isOpen: boolean;
}

const isOpen = ({ status, author }: Pick<Message, 'status' | 'author'>) =>
  status === 'pending' || (status === 'failed' && author?.type === 'workflow');

/** Cached copy of a message in a thread or row; undefined if there is none. */
function copyOf(client: QueryClient, slug: string, id: string): Copy | undefined {
  for (const { queryKey, state } of client.getQueryCache().findAll({ queryKey: key(slug) })) {
    if (queryKey[3] === 'thread') {
      // Recent messages are at the end.
      const message = (state.data as MessageWindow | undefined)?.messages.findLast(
        (each) => each.id === id,
      );
      if (message)
        return {
          conversation: String(queryKey[4]),
          status: message.status,
          isOpen: isOpen(message),
        };
    }
    if (queryKey[3] !== 'rows') continue;
    for (const page of (state.data as CachedRows | undefined)?.pages ?? [])
      for (const row of page.rows)
        if (row.last_message?.id === id)
          return {
            conversation: row.id,
            status: row.last_message.status,
            isOpen: isOpen(row.last_message),
          };
  }
  return undefined;
}

/** Fetches the outcome of a message whose cached copy is still open. */
export async function applyOutcome(client: QueryClient, slug: string, id: string): Promise<void> {
  const copy = copyOf(client, slug, id);
  if (!copy?.isOpen) return;
  const { conversation } = copy;
  const { messages } = await request('GET /teams/{team_slug}/msgapp/conversations/{id}/thread', {
    at: { team_slug: slug, id: conversation },
    query: { around: id, limit: 1 },
  });
  // Keeps a status that an event has confirmed in the meantime.
  const currentRank = ranks.indexOf(copyOf(client, slug, id)?.status ?? 'pending');
  const newer = messages
    .filter((message) => message.id === id && ranks.indexOf(message.status) >= currentRank)
    .map(
      (record): RecordChange => ({
        kind: 'messages',
        verb: 'updated',
        id,
        record: { ...record },
        previous: {},
      }),
    );
  for (const queryKey of applyRecordChanges(client, slug, newer))
    await client.invalidateQueries({ queryKey });
}

/** Delays, in ms after a message was stored, at which its outcome is fetched. The last one exceeds every gateway timeout. */
const pollDelays = [500, 2_000, 8_000, 30_000];

/**
 * Polls for the outcome of a message sent elsewhere. The stream reports failures and network confirmations, but not that the gateway
 * accepted it, which would be a notice for every message of every program.
 * @param isOver true once the team is no longer on screen
 */
export async function awaitOutcome(
  client: QueryClient,
  slug: string,
  id: string,
  isOver: () => boolean,
): Promise<void> {
  let waited = 0;
  for (const at of pollDelays) {
    await new Promise((done) => setTimeout(done, at - waited));
    waited = at;
    if (isOver() || copyOf(client, slug, id)?.status !== 'pending') return;
    await applyOutcome(client, slug, id);
  }
}

const withUnread = (cached: CachedRows, id: string, unread: number): CachedRows => {
  const isOther = ({ rows }: CachedRows['pages'][number]) =>
    rows.some((row) => row.id === id && row.unread !== unread);
  if (!cached.pages.some(isOther)) return cached;
  const pages = cached.pages.map((page) =>
    isOther(page)
      ? { ...page, rows: page.rows.map((row) => (row.id === id ? { ...row, unread } : row)) }
      : page,
  );
  return { ...cached, pages };
};

/** Updates the unread counts after the user read a conversation on any screen. */
export async function applyReadMark(client: QueryClient, slug: string, id: string): Promise<void> {
  const queries = client.getQueryCache().findAll({ queryKey: key(slug) });
  const isKnown = ({ queryKey }: (typeof queries)[number]) =>
    queryKey[3] === 'rows' || queryKey[3] === 'unread';
  if (!queries.some(isKnown)) return;
  const { rows } = await request('GET /teams/{team_slug}/msgapp/conversation-rows', {
    at: { team_slug: slug },
    query: { ids: id, status: 'any' },
  });
  const [row] = rows;
  const unread = row?.unread ?? 0;
  client.setQueryData<CachedUnread>(
    unreadKey(slug),
    (cached) => cached && withCount(cached, id, row?.status === 'open' ? unread : 0),
  );
  client.setQueriesData<CachedRows>(
    { queryKey: [...key(slug), 'rows'] },
    (cached) => cached && withUnread(cached, id, unread),
  );
  // A conversation that was just read stays in the list on screen.
  for (const query of client.getQueryCache().findAll({ queryKey: [...key(slug), 'rows'] }))
    if ((query.queryKey[4] as RowFilters).unread && (unread > 0 || !query.isActive()))
      client.setQueryData<CachedRows>(
        query.queryKey,
        (cached) => cached && withMissing(cached, id),
      );
}
