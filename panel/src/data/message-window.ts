import type { Message, Note, ThreadPage } from '../api/types.ts';
import { hasRow } from './message-rows.ts';

/*
 * Message window of a conversation: a gapless, ordered range of messages and notes, with cursors to continue. Pure functions apply events
 * of single messages, which may be late, repeated or out of order.
 */

export interface MessageWindow extends ThreadPage {
  /** Ids of incoming messages that arrived since the user was at the end, including those after the window. */
  readonly arrivals: readonly string[];
}

interface Placed {
  readonly id: string;
}

const byKey = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

type Ordered = Pick<Message, 'sent_at' | 'created_at' | 'id'>;

/** Message order: by sent time in whole seconds, then in the order of storage. */
export const compareMessages = (a: Ordered, b: Ordered) =>
  byKey(a.sent_at, b.sent_at) || byKey(a.created_at, b.created_at) || byKey(a.id, b.id);
const notesInOrder = (a: Note, b: Note) => byKey(a.created_at, b.created_at) || byKey(a.id, b.id);

/** Inserts an item in order, replacing the one with its id. */
function put<T extends Placed>(list: readonly T[], one: T, order: (a: T, b: T) => number): T[] {
  const rest = list.filter(({ id }) => id !== one.id);
  let at = rest.length;
  // It is almost always the last.
  while (at > 0 && order(rest[at - 1] as T, one) > 0) at -= 1;
  return rest.toSpliced(at, 0, one);
}

/** Merges two ordered lists; items of the second win. */
function joined<T extends Placed>(a: readonly T[], b: readonly T[], order: (a: T, b: T) => number) {
  const others = new Set(b.map(({ id }) => id));
  return [...a.filter(({ id }) => !others.has(id)), ...b].sort(order);
}

export const messageWindowOf = (page: ThreadPage): MessageWindow => ({ ...page, arrivals: [] });

/** Prepends the previous page. */
export const withOlder = (known: MessageWindow, page: ThreadPage): MessageWindow => ({
  ...known,
  messages: joined(page.messages, known.messages, compareMessages),
  notes: joined(page.notes, known.notes, notesInOrder),
  before: page.before,
});

/** Appends the next page. */
export const withNewer = (known: MessageWindow, page: ThreadPage): MessageWindow => ({
  ...known,
  messages: joined(known.messages, page.messages, compareMessages),
  notes: joined(known.notes, page.notes, notesInOrder),
  after: page.after,
});

/** Source of a message: a new or changed one from the stream, or the response to its sender. */
export type MessageSource = 'created' | 'changed' | 'answered';

/** Fields of the send outcome; once it is known, data with a pending outcome is older and must not overwrite it. */
const kept = ({ status, status_reason, msgapp_message_id, sent_at }: Message) => ({
  status,
  status_reason,
  msgapp_message_id,
  sent_at,
});

/** Merges a received message into its cached copy. */
function after(known: Message, heard: Message, how: MessageSource): Message {
  // The cached copy is at least as recent.
  if (how === 'created') return known;
  const isOpen = known.status === 'pending';
  // A response settles an open outcome, but does not override a later confirmation.
  if (how === 'answered') return isOpen ? { ...known, ...kept(heard) } : known;
  return heard.status === 'pending' && !isOpen ? { ...heard, ...kept(known) } : heard;
}

/** Applies a received message to the window; returns the same object if nothing changes. */
export function withMessage(
  known: MessageWindow,
  heard: Message,
  how: MessageSource,
): MessageWindow {
  const { messages } = known;
  const at = messages.findLastIndex(({ id }) => id === heard.id);
  const was = messages[at];
  if (was) {
    const next = after(was, heard, how);
    if (next === was) return known;
    const isThere = next.sent_at === was.sent_at;
    return {
      ...known,
      messages: isThere ? messages.with(at, next) : put(messages, next, compareMessages),
    };
  }
  const [first, last] = [messages[0], messages.at(-1)];
  // An older message will be loaded with its page.
  if (known.before !== null && first && compareMessages(heard, first) < 0) return known;
  const isNews =
    how === 'created' &&
    heard.direction === 'incoming' &&
    hasRow(heard) &&
    !known.arrivals.includes(heard.id);
  const told = isNews ? [...known.arrivals, heard.id] : known.arrivals;
  const isBehind = known.after !== null && last !== undefined && compareMessages(heard, last) > 0;
  if (isBehind) return told === known.arrivals ? known : { ...known, arrivals: told };
  return { ...known, arrivals: told, messages: put(messages, heard, compareMessages) };
}

/** Adds or replaces a note. */
export const withNote = (known: MessageWindow, note: Note): MessageWindow =>
  known.after === null || known.notes.some(({ id }) => id === note.id)
    ? { ...known, notes: put(known.notes, note, notesInOrder) }
    : known;

export const withoutNote = (known: MessageWindow, note: string): MessageWindow => ({
  ...known,
  notes: known.notes.filter(({ id }) => id !== note),
});
