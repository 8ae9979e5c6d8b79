import { useCallback, useSyncExternalStore } from 'react';
import { Failure, newKey, requestPath, segment } from '#panel/api/call.ts';
import type { Message } from '#panel/api/types.ts';
import { unsentQuestion } from '#panel/commands/retry-until-sent.ts';
import { isOutgoingKey } from '#panel/data/outgoing-storage.ts';
import { queryClient } from '#panel/data/query-client.ts';
import { sessionQuery } from '#panel/data/session.ts';
import { readableText } from '../group-mentions.ts';
import { applySendResponse } from '../thread/queries.ts';
import type { OutgoingMessage, SentFile } from './outgoing-message.ts';
import { type Outcome, type Ports, sendAll } from './send-queue.ts';
import { withTabLease } from './tab-lease.ts';
import {
  deleteUnsent,
  failureOf,
  problemOf,
  type SendKind,
  storeUnsent,
  type UnsentMessage,
  unsentMessagesOf,
  updateUnsent,
} from './unsent-messages.ts';

/* Messages to be sent from this browser: each is sent once, and is shown as sent only after the gateway has accepted it (ADR 66). */

export type { OutgoingMessage, SentFile } from './outgoing-message.ts';

const personNow = () => queryClient.getQueryData(sessionQuery.queryKey)?.person_id;

// Display -----------------------------------------------------------------------------------------

const stateOf = ({ problem, isUnknown, triedAt }: UnsentMessage): OutgoingMessage['state'] =>
  problem ? 'refused' : isUnknown ? 'unknown' : triedAt === undefined ? 'waiting' : 'sending';

const displayedMessage = (item: UnsentMessage): OutgoingMessage => ({
  id: item.id,
  conversationId: item.conversationId,
  type: item.type,
  content: item.content,
  file: item.file,
  noteFiles: item.noteFiles,
  replyTo: item.replyTo,
  resolves: item.resolves,
  at: item.at,
  state: stateOf(item),
  problem: item.problem && failureOf(item.problem),
});

const none: readonly OutgoingMessage[] = [];
const listeners = new Set<() => void>();
let displayedByPlace = new Map<string, readonly OutgoingMessage[]>();
let shownFor: string | undefined;

const placeOf = (slug: string, conversationId: string) => `${slug} ${conversationId}`;

function refreshDisplayed(): void {
  shownFor = personNow();
  const items = shownFor === undefined ? [] : unsentMessagesOf(shownFor);
  const places = Map.groupBy(items, (item) => placeOf(item.slug, item.conversationId));
  displayedByPlace = new Map(
    [...places].map(([place, messages]) => [place, messages.map(displayedMessage)]),
  );
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  if (shownFor !== personNow()) refreshDisplayed();
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Pending and refused messages of a conversation in this browser, in the order in which they were written. */
export function useOutgoing(slug: string, conversationId: string): readonly OutgoingMessage[] {
  const read = useCallback(
    () =>
      shownFor === personNow()
        ? (displayedByPlace.get(placeOf(slug, conversationId)) ?? none)
        : none,
    [slug, conversationId],
  );
  return useSyncExternalStore(subscribe, read);
}

// Sending ----------------------------------------------------------------------------------------

/** Listeners for the outcome of messages written here. */
const ends = new Set<(item: OutgoingMessage, outcome: Outcome) => void>();

/** Notifies of messages that ended: done, refused, or rejected by the gateway. @returns unsubscribe function */
export function onOutcome(hear: (item: OutgoingMessage, outcome: Outcome) => void): () => void {
  ends.add(hear);
  return () => void ends.delete(hear);
}

const wakers = new Set<() => void>();
const wake = () => {
  for (const waker of wakers) waker();
  wakers.clear();
};
const untilWoken = () => new Promise<void>((resolve) => wakers.add(resolve));
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

const paths: Readonly<Record<SendKind, (item: UnsentMessage) => string>> = {
  write: () => 'msgapp/messages/write',
  template: () => 'msgapp/messages/template',
  note: ({ conversationId }) => `msgapp/conversations/${segment(conversationId)}/notes`,
};

/** Timeout of a hanging request; the outcome of the message is then requested again. */
const longestMs = 45_000;

async function sendItem(item: UnsentMessage): Promise<Message | undefined> {
  const { slug, way, body, id, person } = item;
  const path = `/teams/${segment(slug)}/${paths[way](item)}`;
  const signal = AbortSignal.timeout(longestMs);
  try {
    const answer = await requestPath<Message>('POST', path, { body, key: id, person, signal });
    return way === 'note' ? undefined : answer;
  } catch (error) {
    throw error instanceof Failure ? error : new Failure('OFFLINE', String(error));
  }
}

/** Adds the message to the thread before it is removed here, so that it never disappears from the screen. */
async function ended(item: UnsentMessage, outcome: Outcome): Promise<void> {
  const message = outcome.kind === 'refused' ? undefined : outcome.message;
  if (message) applySendResponse(item.slug, message);
  else if (outcome.kind !== 'refused')
    await queryClient.invalidateQueries({
      queryKey: ['team', item.slug, 'conversations', 'thread', item.conversationId],
    });
  if (outcome.kind !== 'done') keepOpen(item);
  else if (item.resolves) resolveAfter(item).catch(() => {});
  const displayed = displayedMessage(item);
  for (const hear of ends) hear(displayed, outcome);
}

/** A message of which one part was not sent does not resolve its conversation. */
function keepOpen({ person, batch }: UnsentMessage): void {
  if (batch === undefined) return;
  for (const each of unsentMessagesOf(person))
    if (each.batch === batch && each.resolves) updateUnsent(each, { resolves: false });
}

/** Resolves the conversation of a message that was sent, which can be undone. Loads what few messages need. */
async function resolveAfter({ slug, conversationId }: UnsentMessage): Promise<void> {
  const [{ resolve }, { conversationQuery }] = await Promise.all([
    import('../actions.ts'),
    import('../queries.ts'),
  ]);
  const conversation = await queryClient.fetchQuery(conversationQuery(slug, conversationId));
  if (conversation.status !== 'resolved') await resolve(slug, conversation);
}

async function isSamePerson({ person }: UnsentMessage): Promise<boolean> {
  await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
  return personNow() === person;
}

const portsOf = (person: string): Ports => ({
  // A user who signs in meanwhile sends only their own messages.
  all: () => (personNow() === person ? unsentMessagesOf(person) : []),
  change(item, to) {
    const next = updateUnsent(item, to);
    refreshDisplayed();
    return next;
  },
  drop(item) {
    deleteUnsent(item);
    refreshDisplayed();
  },
  request: sendItem,
  isOnline: () => navigator.onLine,
  now: Date.now,
  pause,
  ended,
  isSamePerson,
  woken: untilWoken,
});

/** Time for which a message is sent without confirmation; after that the author decides if it is still wanted. */
const patienceMs = 120_000;
const longestPauseMs = 10_000;

const waitingOf = (person: string) =>
  unsentMessagesOf(person).filter(({ problem, triedAt }) => !problem && triedAt === undefined);

/** Stops sending messages that were certainly not sent; the author may send or discard them. */
function holdMessages(items: readonly UnsentMessage[], code: string): void {
  const problem = problemOf(new Failure(code, 'Not sent.'));
  for (const item of items) updateUnsent(item, { problem });
  refreshDisplayed();
}

let isFirst = true;
const openedAt = Date.now();

/** Holds messages left from before this page was opened, which may be days old. */
function holdOldMessages(person: string): void {
  if (!isFirst) return;
  isFirst = false;
  const isOld = ({ wantedAt }: UnsentMessage) =>
    wantedAt < openedAt && openedAt - wantedAt > patienceMs;
  holdMessages(waitingOf(person).filter(isOld), 'HELD');
}

/** After two minutes without a connection, asks if the messages are still wanted. */
async function askWhether(person: string): Promise<void> {
  if (waitingOf(person).length === 0 || document.visibilityState === 'hidden') return;
  if (!(await unsentQuestion.ask())) return holdMessages(waitingOf(person), 'OFFLINE');
  const wantedAt = Date.now();
  for (const item of waitingOf(person)) updateUnsent(item, { wantedAt });
}

let isRunning = false;
let isWanted = false;

/** Sends pending messages, and retries while the server is unreachable. */
async function run(): Promise<void> {
  isWanted = true;
  wake();
  if (isRunning) return;
  isRunning = true;
  let awaySince: number | undefined;
  let tries = 0;
  try {
    for (;;) {
      const person = personNow();
      if (person === undefined) return;
      isWanted = false;
      let is = 'done';
      await withTabLease(`pauta.sending.${person}`, async () => {
        holdOldMessages(person);
        is = await sendAll(portsOf(person));
      });
      if (is === 'stopped') return;
      if (is === 'done') {
        if (!isWanted) return;
        continue;
      }
      awaySince ??= Date.now();
      if (Date.now() - awaySince >= patienceMs) {
        await askWhether(person);
        awaySince = Date.now();
        tries = 0;
      }
      await Promise.race([pause(Math.min(longestPauseMs, 500 * 2 ** tries)), untilWoken()]);
      tries += 1;
    }
  } finally {
    isRunning = false;
  }
}

let isFollowing = false;

/** Sends this browser's pending messages, now and whenever the connection returns. */
export function resumeSending(): void {
  refreshDisplayed();
  if (!isFollowing) {
    isFollowing = true;
    window.addEventListener('online', () => void run());
    document.addEventListener('visibilitychange', wake);
    // Sends messages of other tabs too, which may have been closed.
    window.addEventListener('storage', ({ key }) => {
      if (!isOutgoingKey(key)) return;
      refreshDisplayed();
      const person = personNow();
      if (person !== undefined && unsentMessagesOf(person).some(({ problem }) => !problem))
        void run();
    });
  }
  void run();
}

// Writing ----------------------------------------------------------------------------------------

/** Ids of messages written here rise, so that messages with the same network second keep their order (RFC 9562, 5.7). */
const newId = (order: number) =>
  (order.toString(16).padStart(12, '0') + newKey().slice(12)).replace(
    /^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/,
    '$1-$2-7$3-8$4-$5',
  );

/** Order of a new message: after all earlier ones of this browser, regardless of the clock. */
const nextOrder = (person: string) =>
  Math.max(Date.now(), (unsentMessagesOf(person).at(-1)?.order ?? 0) + 1, lastOrder + 1);
let lastOrder = 0;

/** Content to send in a conversation. */
type Draft =
  | {
      readonly way: 'note';
      readonly text: string;
      readonly mentions: readonly string[];
      readonly files: readonly SentFile[];
    }
  | {
      readonly way: 'write';
      readonly text: string;
      /** The text as it is sent, if it mentions members of a group. */
      readonly written?: { readonly text: string; readonly mentions: readonly string[] };
      readonly replyTo?: string | undefined;
      readonly file?: SentFile | undefined;
      /** Type under which a file is sent, if its media type is ambiguous. */
      readonly as?: 'voice' | 'document' | 'sticker' | undefined;
      /** Newest messages that the user has seen: nothing is sent if a colleague has answered since. Undefined: send anyway. */
      readonly seen?: readonly string[] | undefined;
    }
  | {
      readonly way: 'template';
      /** Text as the contact reads it. */
      readonly text: string;
      readonly template: string;
      readonly language: string;
      readonly variables?: readonly string[] | undefined;
      readonly components?: readonly Readonly<Record<string, unknown>>[] | undefined;
      /** File of the header. */
      readonly fileId?: string | undefined;
    };

function bodyOf(id: string, conversation: string, draft: Draft): UnsentMessage['body'] {
  if (draft.way === 'note')
    return {
      content: draft.text,
      mentions: draft.mentions,
      file_ids: draft.files.map((file) => file.id),
    };
  if (draft.way === 'template') {
    const { template, language, variables, components, fileId } = draft;
    return {
      conversation_id: conversation,
      template,
      language,
      ...(variables && { variables }),
      ...(components && { components }),
      ...(fileId !== undefined && { file_id: fileId }),
    };
  }
  const { replyTo, file, as, seen } = draft;
  const { text, mentions = [] } = draft.written ?? { text: draft.text };
  return {
    id,
    conversation_id: conversation,
    ...(text !== '' && { text }),
    ...(mentions.length > 0 && { mentions }),
    ...(replyTo !== undefined && { reply_to: replyTo }),
    ...(file && { file_id: file.id, ...(as && { type: as }) }),
    ...(seen && { seen_messages: seen }),
  };
}

const kinds = ['image', 'audio', 'video'];
const kindOf = ({ mediaType }: SentFile) =>
  kinds.find((kind) => mediaType.startsWith(`${kind}/`)) ?? 'document';
const typeOf = (draft: Draft) =>
  draft.way !== 'write' ? draft.way : draft.file ? (draft.as ?? kindOf(draft.file)) : 'text';

/**
 * Sends something: it is in the browser's storage, with its final id, when this returns.
 * @param options.resolves true to resolve the conversation once it was sent, and with it all of its batch
 * @param options.batch the same for all parts of a message
 * @returns the pending message
 * @throws Failure if no user is signed in or the storage is full; nothing will be sent then
 */
export function send(
  slug: string,
  conversationId: string,
  draft: Draft,
  {
    resolves = false,
    batch,
  }: { readonly resolves?: boolean; readonly batch?: string | undefined } = {},
): OutgoingMessage {
  const person = personNow();
  if (person === undefined) throw new Failure('UNAUTHORIZED', 'nobody is signed in');
  const now = Date.now();
  const order = nextOrder(person);
  lastOrder = order;
  const id = newId(order);
  const item: UnsentMessage = {
    id,
    person,
    slug,
    conversationId,
    way: draft.way,
    body: bodyOf(id, conversationId, draft),
    type: typeOf(draft),
    content: draft.text,
    ...(draft.way === 'note' && { noteFiles: draft.files }),
    ...(draft.way === 'write' && { file: draft.file, replyTo: draft.replyTo }),
    ...(resolves && { resolves }),
    ...(batch !== undefined && { batch }),
    at: new Date(now).toISOString(),
    order,
    wantedAt: now,
  };
  try {
    storeUnsent(item);
  } catch (error) {
    throw new Failure('STORAGE', String(error));
  }
  resumeSending();
  return displayedMessage(item);
}

const find = (id: string) => unsentMessagesOf(personNow() ?? '').find((item) => item.id === id);

/** Discards a message that was certainly not sent. @returns false if it may have been sent, and stays */
export function discard(id: string): boolean {
  const item = find(id);
  if (!item || (item.triedAt !== undefined && !item.problem)) return false;
  deleteUnsent(item);
  refreshDisplayed();
  return true;
}

const wordOf = (details: Message['details'], name: string) => {
  const value = details[name];
  return typeof value === 'string' ? value : '';
};

/** Content of a message, to be sent again. */
function draftOf(message: Message): Draft {
  const { message_type: type, content, mentions, details, media, reply_to } = message;
  if (type === 'template') {
    const { components } = details;
    const fileId = media?.file_id ?? undefined;
    return {
      way: 'template',
      text: content,
      template: wordOf(details, 'name'),
      language: wordOf(details, 'language'),
      ...(Array.isArray(components) && components.length > 0 && { components }),
      fileId,
    };
  }
  const { file_id: file, name, media_type: mediaType, bytes } = media ?? {};
  return {
    way: 'write',
    text: readableText(message),
    written: { text: content, mentions: mentions.map(({ id }) => id) },
    replyTo: reply_to ?? undefined,
    ...(file && {
      file: { id: file, name: name ?? '', mediaType: mediaType ?? '', bytes: bytes ?? 0 },
      ...((type === 'voice' || type === 'document' || type === 'sticker') && { as: type }),
    }),
  };
}

/**
 * Sends the content of a message to another conversation, without the message that it answers.
 * @throws Failure as `send`
 */
export function forward(slug: string, message: Message, to: string): OutgoingMessage {
  const draft = draftOf(message);
  return send(
    slug,
    to,
    draft.way === 'write'
      ? // Members of another group cannot be mentioned.
        { ...draft, replyTo: undefined, written: { text: draft.text, mentions: [] } }
      : draft,
  );
}

/**
 * Sends the content of an unsent message again, with a new id. The user has confirmed that this is a new message.
 * @throws Failure as `send`
 */
export function sendAgain(slug: string, message: OutgoingMessage | Message): OutgoingMessage {
  if ('direction' in message) return send(slug, message.conversation_id, draftOf(message));
  const item = find(message.id);
  if (!item?.problem) return message;
  const now = Date.now();
  const order = nextOrder(item.person);
  lastOrder = order;
  const id = newId(order);
  // It may be hours later: the author decides again whether to resolve the conversation.
  const { problem, triedAt: _, isUnknown: __, resolves: ___, batch: ____, ...rest } = item;
  // The author knows that a colleague has answered, and is not asked again.
  const { seen_messages: seen, ...unconditional } = item.body;
  const isAsked = seen === undefined || problem.reason === 'answered_meanwhile';
  const content = isAsked ? unconditional : item.body;
  const body = 'id' in content ? { ...content, id } : content;
  const next: UnsentMessage = {
    ...rest,
    id,
    body,
    at: new Date(now).toISOString(),
    order,
    wantedAt: now,
  };
  try {
    storeUnsent(next);
  } catch (error) {
    throw new Failure('STORAGE', String(error));
  }
  deleteUnsent(item);
  resumeSending();
  return displayedMessage(next);
}
