import type { Message, Note, ThreadPage } from '../api/types.ts';
import { isShown } from './shown.ts';

/*
 * A stretch of a conversation: messages and notes without a gap, in order, and where it goes on. What is told of single messages, late,
 * repeated or out of order, is put into it by pure functions.
 */

export interface Stretch extends ThreadPage {
  /** What others wrote since somebody was at the end, as far as it was told of: also where it comes after the stretch. */
  readonly told: readonly string[];
}

interface Placed {
  readonly id: string;
}

const byKey = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

type Ordered = Pick<Message, 'sent_at' | 'created_at' | 'id'>;

/** The order of messages: by when they were written, in whole seconds, then as they were stored. */
export const inOrder = (a: Ordered, b: Ordered) =>
  byKey(a.sent_at, b.sent_at) || byKey(a.created_at, b.created_at) || byKey(a.id, b.id);
const notesInOrder = (a: Note, b: Note) => byKey(a.created_at, b.created_at) || byKey(a.id, b.id);

/** A list in order with one more at its place, instead of the one with its id. */
function put<T extends Placed>(list: readonly T[], one: T, order: (a: T, b: T) => number): T[] {
  const rest = list.filter(({ id }) => id !== one.id);
  let at = rest.length;
  // Almost always it is the last.
  while (at > 0 && order(rest[at - 1] as T, one) > 0) at -= 1;
  return rest.toSpliced(at, 0, one);
}

/** Two lists in order as one; what both have is as the second has it. */
function joined<T extends Placed>(a: readonly T[], b: readonly T[], order: (a: T, b: T) => number) {
  const others = new Set(b.map(({ id }) => id));
  return [...a.filter(({ id }) => !others.has(id)), ...b].sort(order);
}

export const stretchOf = (page: ThreadPage): Stretch => ({ ...page, told: [] });

/** A stretch with the page before it. */
export const withOlder = (known: Stretch, page: ThreadPage): Stretch => ({
  ...known,
  messages: joined(page.messages, known.messages, inOrder),
  notes: joined(page.notes, known.notes, notesInOrder),
  before: page.before,
});

/** A stretch with the page after it. */
export const withNewer = (known: Stretch, page: ThreadPage): Stretch => ({
  ...known,
  messages: joined(known.messages, page.messages, inOrder),
  notes: joined(known.notes, page.notes, notesInOrder),
  after: page.after,
});

/** How a message became known: as the stream tells it, or as the answer to whoever sent it. */
export type Heard = 'created' | 'changed' | 'answered';

/** A message never goes back to where its outcome was open: what says so is older than what is known. */
const kept = ({ status, status_reason, msgapp_message_id, sent_at }: Message) => ({
  status,
  status_reason,
  msgapp_message_id,
  sent_at,
});

/** A message that is known, after something was heard of it. */
function after(known: Message, heard: Message, how: Heard): Message {
  // What was read has it already, and perhaps what happened to it since.
  if (how === 'created') return known;
  const isOpen = known.status === 'pending';
  // An answer says what sending came to, whatever has been confirmed since.
  if (how === 'answered') return isOpen ? { ...known, ...kept(heard) } : known;
  return heard.status === 'pending' && !isOpen ? { ...heard, ...kept(known) } : heard;
}

/** A stretch after something was heard of a message; the very same where that is nothing for it. */
export function withMessage(known: Stretch, heard: Message, how: Heard): Stretch {
  const { messages } = known;
  const at = messages.findLastIndex(({ id }) => id === heard.id);
  const was = messages[at];
  if (was) {
    const next = after(was, heard, how);
    if (next === was) return known;
    const isThere = next.sent_at === was.sent_at;
    return {
      ...known,
      messages: isThere ? messages.with(at, next) : put(messages, next, inOrder),
    };
  }
  const [first, last] = [messages[0], messages.at(-1)];
  // What belongs before it is read with what came before.
  if (known.before !== null && first && inOrder(heard, first) < 0) return known;
  const isNews =
    how === 'created' &&
    heard.direction === 'incoming' &&
    isShown(heard) &&
    !known.told.includes(heard.id);
  const told = isNews ? [...known.told, heard.id] : known.told;
  const isBehind = known.after !== null && last !== undefined && inOrder(heard, last) > 0;
  if (isBehind) return told === known.told ? known : { ...known, told };
  return { ...known, told, messages: put(messages, heard, inOrder) };
}

/** A stretch with a note as it is now. */
export const withNote = (known: Stretch, note: Note): Stretch =>
  known.after === null || known.notes.some(({ id }) => id === note.id)
    ? { ...known, notes: put(known.notes, note, notesInOrder) }
    : known;

export const withoutNote = (known: Stretch, note: string): Stretch => ({
  ...known,
  notes: known.notes.filter(({ id }) => id !== note),
});
