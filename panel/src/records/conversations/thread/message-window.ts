import type { Message, Note, ThreadPage } from '#panel/api/types.ts';
import { hasRow } from './message-rows.ts';

/*
 * Message window of a conversation: a gapless, ordered range of messages, notes and activities, with cursors to continue. Pure functions apply events
 * of single messages, which may be late, repeated or out of order.
 */

export interface MessageWindow extends ThreadPage {
  /** Ids of incoming messages that arrived since the user was at the end, including those after the window. */
  readonly arrivals: readonly string[];
}

export type Activity = ThreadPage['activities'][number];

interface Placed {
  readonly id: string;
}

const byKey = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

type Ordered = Pick<Message, 'sent_at' | 'created_at' | 'id'>;

/** Message order: by sent time in whole seconds, then in the order of storage. */
export const compareMessages = (a: Ordered, b: Ordered) =>
  byKey(a.sent_at, b.sent_at) || byKey(a.created_at, b.created_at) || byKey(a.id, b.id);
type Dated = Pick<Note, 'created_at' | 'id'>;
const inTimeOrder = (a: Dated, b: Dated) => byKey(a.created_at, b.created_at) || byKey(a.id, b.id);

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
export const withOlder = (current: MessageWindow, page: ThreadPage): MessageWindow => ({
  ...current,
  messages: joined(page.messages, current.messages, compareMessages),
  notes: joined(page.notes, current.notes, inTimeOrder),
  activities: joined(page.activities, current.activities, inTimeOrder),
  before: page.before,
});

/** Appends the next page. */
export const withNewer = (current: MessageWindow, page: ThreadPage): MessageWindow => ({
  ...current,
  messages: joined(current.messages, page.messages, compareMessages),
  notes: joined(current.notes, page.notes, inTimeOrder),
  activities: joined(current.activities, page.activities, inTimeOrder),
  after: page.after,
});

/** Source of a message: a new or changed one from the stream, or the response to its sender. */
export type MessageSource = 'created' | 'changed' | 'answered';

/** Fields of the send outcome; once it is known, data with a pending outcome is older and must not overwrite it. */
const outcomeFieldsOf = ({ status, status_reason, msgapp_message_id, sent_at }: Message) => ({
  status,
  status_reason,
  msgapp_message_id,
  sent_at,
});

/** Merges a received message into its cached copy. */
function after(current: Message, received: Message, how: MessageSource): Message {
  // The cached copy is at least as recent.
  if (how === 'created') return current;
  const isOpen = current.status === 'pending';
  // A response settles an open outcome, but does not override a later confirmation.
  if (how === 'answered') return isOpen ? { ...current, ...outcomeFieldsOf(received) } : current;
  return received.status === 'pending' && !isOpen
    ? { ...received, ...outcomeFieldsOf(current) }
    : received;
}

/** Applies a received message to the window; returns the same object if nothing changes. */
export function withMessage(
  current: MessageWindow,
  received: Message,
  how: MessageSource,
): MessageWindow {
  const { messages } = current;
  const at = messages.findLastIndex(({ id }) => id === received.id);
  const was = messages[at];
  if (was) {
    const next = after(was, received, how);
    if (next === was) return current;
    const isThere = next.sent_at === was.sent_at;
    return {
      ...current,
      messages: isThere ? messages.with(at, next) : put(messages, next, compareMessages),
    };
  }
  const [first, last] = [messages[0], messages.at(-1)];
  // An older message will be loaded with its page.
  if (current.before !== null && first && compareMessages(received, first) < 0) return current;
  const isNews =
    how === 'created' &&
    received.direction === 'incoming' &&
    hasRow(received) &&
    !current.arrivals.includes(received.id);
  const arrivals = isNews ? [...current.arrivals, received.id] : current.arrivals;
  const isBehind =
    current.after !== null && last !== undefined && compareMessages(received, last) > 0;
  if (isBehind) return arrivals === current.arrivals ? current : { ...current, arrivals };
  return { ...current, arrivals, messages: put(messages, received, compareMessages) };
}

/** Adds or replaces a note. */
export const withNote = (current: MessageWindow, note: Note): MessageWindow =>
  current.after === null || current.notes.some(({ id }) => id === note.id)
    ? { ...current, notes: put(current.notes, note, inTimeOrder) }
    : current;

export const withoutNote = (current: MessageWindow, note: string): MessageWindow => ({
  ...current,
  notes: current.notes.filter(({ id }) => id !== note),
});
