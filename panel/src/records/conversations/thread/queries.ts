import { queryOptions } from '@tanstack/react-query';
import { Failure, request, requestPath, segment } from '#panel/api/call.ts';
import type { Message, Note, ThreadPage } from '#panel/api/types.ts';
import { withFields } from '#panel/commands/diff.ts';
import { runInRecordQueue } from '#panel/commands/record-queue.ts';
import type { RecordChange } from '#panel/data/live-patches.ts';
import { queryClient } from '#panel/data/query-client.ts';
import {
  type MessageSource,
  type MessageWindow,
  messageWindowOf,
  withMessage,
  withNewer,
  withNote,
  withOlder,
  withoutNote,
} from './message-window.ts';

/*
 * Cached messages of a conversation: one gapless message window that grows at both ends and is patched by the live stream. A refetch loads
 * the part around the current position; more distant parts are loaded again on demand (ADR 65).
 */

const limit = 100;
const threadPath = 'GET /teams/{team_slug}/msgapp/conversations/{id}/thread';

/** Position to read from: the end, a cursor, or around a message. */
interface ThreadPosition {
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  readonly around?: string | undefined;
}

const key = (slug: string, id: string) => ['team', slug, 'conversations', 'thread', id];

/** Cached message window of a conversation. */
export const cachedThread = (slug: string, id: string) =>
  queryClient.getQueryData<MessageWindow>(key(slug, id));
const change = (slug: string, id: string, to: (cached: MessageWindow) => MessageWindow) =>
  queryClient.setQueryData<MessageWindow>(key(slug, id), (data) => data && to(data));

interface ReceivedMessage {
  readonly message: Message;
  readonly how: MessageSource;
}

/** Messages received while a conversation is being read; the response may be older. */
const listening = new Map<string, Set<ReceivedMessage[]>>();

function notifyReaders(message: Message, how: MessageSource): void {
  for (const received of listening.get(message.conversation_id) ?? [])
    received.push({ message, how });
}

/** Applies messages received during a read: they are newer than the response, except `created` ones. */
const withReceived = (messageWindow: MessageWindow, received: readonly ReceivedMessage[]) =>
  received.reduce((all, { message, how }) => withMessage(all, message, how), messageWindow);

async function read(
  slug: string,
  id: string,
  where: ThreadPosition,
  put: (page: ThreadPage) => MessageWindow | undefined,
  signal?: AbortSignal,
): Promise<MessageWindow | undefined> {
  const received: ReceivedMessage[] = [];
  const all = listening.get(id) ?? new Set();
  listening.set(id, all.add(received));
  try {
    const page = await request(threadPath, {
      at: { team_slug: slug, id },
      query: { limit, ...where },
      signal,
    });
    const messageWindow = put(page);
    return messageWindow && withReceived(messageWindow, received);
  } finally {
    all.delete(received);
    if (all.size === 0) listening.delete(id);
  }
}

/** Conversation → message in view; absent at the end. */
const viewedMessages = new Map<string, string>();

/** Sets the position at which a refetch reads. @param message undefined at the end */
export function setThreadPosition(conversation: string, message: string | undefined): void {
  if (message === undefined) viewedMessages.delete(conversation);
  else viewedMessages.set(conversation, message);
}

/** Fields of a conversation whose changes are activities of its thread. */
const activityFields = [
  'assignee_id',
  'squad_id',
  'status',
  'snoozed_until',
  'labels',
  'is_blocked',
];

export const threadQuery = (slug: string, id: string) =>
  queryOptions({
    queryKey: key(slug, id),
    // Kept up to date by the live stream.
    staleTime: Number.POSITIVE_INFINITY,
    // Structural sharing compares items by index, which is slow for ten thousand messages that have shifted.
    structuralSharing: false,
    async queryFn({ signal }): Promise<MessageWindow> {
      const aroundId = viewedMessages.get(id);
      const received = cachedThread(slug, id)?.arrivals ?? [];
      const put = (page: ThreadPage) => ({ ...messageWindowOf(page), arrivals: received });
      try {
        return (await read(slug, id, { around: aroundId }, put, signal)) as MessageWindow;
      } catch (error) {
        // The message does not exist: opens the conversation at its end.
        if (aroundId === undefined || !(error instanceof Failure) || error.status !== 404)
          throw error;
        viewedMessages.delete(id);
        return (await read(slug, id, {}, put, signal)) as MessageWindow;
      }
    },
    meta: {
      alsoKinds: ['messages'],
      isWalked: false,
      applyChange(
        data: unknown,
        { kind, verb, id: changed, record, previous }: RecordChange,
      ): unknown {
        if (kind !== 'messages') {
          const messageWindow = data as MessageWindow;
          if (kind !== 'conversations' || changed !== messageWindow.conversation.id)
            return messageWindow;
          // Adds an activity, whose actor the change does not name.
          if (activityFields.some((name) => name in previous)) return 'stale';
          return { ...messageWindow, conversation: withFields(messageWindow.conversation, record) };
        }
        const message = record as unknown as Message;
        const how = verb === 'created' ? 'created' : 'changed';
        notifyReaders(message, how);
        const messageWindow = data as MessageWindow;
        return message.conversation_id === messageWindow.conversation.id
          ? withMessage(messageWindow, message, how)
          : messageWindow;
      },
    },
  });

/** Reads in progress, to avoid duplicates. */
const reading = new Map<string, Promise<unknown>>();

function once(name: string, work: () => Promise<unknown>): Promise<unknown> {
  const running = reading.get(name) ?? work().finally(() => reading.delete(name));
  reading.set(name, running);
  return running;
}

/** Extends the window towards the past or the present. @throws Failure */
export async function loadMoreMessages(
  slug: string,
  id: string,
  to: 'before' | 'after',
): Promise<void> {
  const cursor = cachedThread(slug, id)?.[to];
  if (!cursor) return;
  await once(`${id} ${to}`, async () => {
    const put = (page: ThreadPage) => {
      const now = cachedThread(slug, id);
      // The window may have been refetched in the meantime.
      if (now?.[to] !== cursor) return undefined;
      return to === 'before' ? withOlder(now, page) : withNewer(now, page);
    };
    const messageWindow = await read(slug, id, { [to]: cursor }, put);
    if (messageWindow) queryClient.setQueryData(key(slug, id), messageWindow);
  });
}

/** Conversation → the request for another part of it that is in progress. */
const moving = new Map<string, symbol>();

function isLoaded(slug: string, id: string, aroundId: string | undefined): boolean {
  const loaded = cachedThread(slug, id);
  if (aroundId === undefined) return loaded?.after === null;
  return loaded?.messages.some((message) => message.id === aroundId) === true;
}

/** Result of a move. superseded: a later one has taken its place. */
type Moved = 'there' | 'gone' | 'superseded';

/**
 * Moves to another part of the conversation, which replaces the window unless it is in it. A later call takes the place of an earlier one.
 * @param aroundId id of a message; undefined for the end
 * @throws Failure
 */
export async function moveTo(slug: string, id: string, aroundId?: string): Promise<Moved> {
  if (isLoaded(slug, id, aroundId)) {
    if (moving.delete(id)) void queryClient.cancelQueries({ queryKey: key(slug, id) });
    return 'there';
  }
  const move = Symbol(id);
  moving.set(id, move);
  const isLatest = () => moving.get(id) === move;
  try {
    await queryClient.cancelQueries({ queryKey: key(slug, id) });
    if (!isLatest()) return 'superseded';
    setThreadPosition(id, aroundId);
    const { messages } = await queryClient.fetchQuery({ ...threadQuery(slug, id), staleTime: 0 });
    if (!isLatest()) return 'superseded';
    const isThere = aroundId === undefined || messages.some((message) => message.id === aroundId);
    return isThere ? 'there' : 'gone';
  } catch (error) {
    if (!isLatest()) return 'superseded';
    throw error;
  } finally {
    if (isLatest()) moving.delete(id);
  }
}

/**
 * Drops a conversation that is no longer on screen, so that reopening it starts at the read mark with the latest messages. Deferred,
 * because the view may be remounted.
 */
export function forgetThread(slug: string, id: string): void {
  setTimeout(() => queryClient.removeQueries({ queryKey: key(slug, id), type: 'inactive' }));
}

/** Clears the list of new messages when the user is at the end. */
export const clearArrivals = (slug: string, id: string): void =>
  void change(slug, id, (messageWindow) =>
    messageWindow.arrivals.length > 0 ? { ...messageWindow, arrivals: [] } : messageWindow,
  );

/** Applies the response to the sender of a message. */
export function applySendResponse(slug: string, message: Message): void {
  notifyReaders(message, 'answered');
  change(slug, message.conversation_id, (messageWindow) =>
    withMessage(messageWindow, message, 'answered'),
  );
}

/** Applies the response to a change of a message. */
export const applyChangeResponse = (slug: string, message: Message): void =>
  void change(slug, message.conversation_id, (messageWindow) =>
    withMessage(messageWindow, message, 'changed'),
  );

/** Updates the draft with its stored version. */
export const applyDraft = (slug: string, id: string, draft: MessageWindow['draft']): void =>
  void change(slug, id, (messageWindow) => ({ ...messageWindow, draft }));

// Actions -----------------------------------------------------------------------------------------

interface Target {
  readonly slug: string;
  readonly message: Message;
}

/** Reactions of a message with ours replaced; an empty emoji removes it. */
const withReaction = (
  { reactions }: Pick<Message, 'reactions'>,
  emoji: string,
): Message['reactions'] => [
  ...reactions.filter(({ direction }) => direction !== 'outgoing'),
  ...(emoji === '' ? [] : [{ direction: 'outgoing' as const, emoji }]),
];

/** Reacts to a message; an empty emoji removes the reaction. @returns the failure, if any */
export const react = ({ slug, message, emoji }: Target & { readonly emoji: string }) => {
  const record = `messages/${message.id}`;
  const fields = { reactions: withReaction(message, emoji) };
  return runInRecordQueue([record], [{ record, fields }], async () => {
    await request('POST /teams/{team_slug}/msgapp/messages/{id}/reaction', {
      at: { team_slug: slug, id: message.id },
      body: { emoji },
    });
    change(slug, message.conversation_id, (messageWindow) => {
      const now = messageWindow.messages.find(({ id }) => id === message.id);
      return now
        ? withMessage(messageWindow, { ...now, reactions: withReaction(now, emoji) }, 'changed')
        : messageWindow;
    });
  });
};

/** Requests another download of a message's media. @throws Failure */
export async function requestMediaAgain({ slug, message }: Target): Promise<void> {
  const { media } = await request('POST /teams/{team_slug}/msgapp/messages/{id}/fetch', {
    at: { team_slug: slug, id: message.id },
  });
  change(slug, message.conversation_id, (messageWindow) => {
    const now = messageWindow.messages.find(({ id }) => id === message.id);
    return now ? withMessage(messageWindow, { ...now, media }, 'changed') : messageWindow;
  });
}

const noteAt = (slug: string, { conversation_id, id }: Note) =>
  `/teams/${segment(slug)}/msgapp/conversations/${segment(conversation_id)}/notes/${segment(id)}`;

/** Adds or replaces a note in the cached window. */
const applyNote = (slug: string, note: Note) =>
  change(slug, note.conversation_id, (messageWindow) => withNote(messageWindow, note));

/** @throws Failure */
export async function changeNote(
  slug: string,
  note: Note,
  body: Pick<Note, 'content' | 'mentions'>,
): Promise<void> {
  applyNote(slug, await requestPath<Note>('PUT', noteAt(slug, note), { body }));
}

/** @throws Failure */
export async function removeNote(slug: string, note: Note): Promise<void> {
  await requestPath('DELETE', noteAt(slug, note));
  change(slug, note.conversation_id, (messageWindow) => withoutNote(messageWindow, note.id));
}
