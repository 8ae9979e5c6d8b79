import { createContext, useContext } from 'react';
import type { Message, Note } from '../../../api/types.ts';
import type { Outgoing } from '../../../data/outgoing.ts';
import type { ThreadWords } from '../../../words/thread/use.ts';

/*
 * What all messages of a thread are shown with. It stays the same while one scrolls and messages come, so that each is drawn only when it
 * changes.
 */

export interface ThreadActs {
  /** Opens the menu of a message or a note, at what was pressed. */
  menu(key: string, from: HTMLElement): void;
  jump(message: string): void;
  open(message: Message): void;
  react(message: Message, emoji: string): void;
  again(message: Message): void;
  sendAgain(outgoing: Outgoing): void;
  discard(outgoing: Outgoing): void;
  endEdit(): void;
}

export interface ThreadContext {
  readonly slug: string;
  /** Whom the conversation is with. */
  readonly contact: string;
  /** Who wrote a note; null: a workflow did. */
  readonly nameOf: (user: string | null) => string;
  readonly isOwn: (note: Note) => boolean;
  readonly timeOf: (moment: string) => string;
  readonly dayName: (day: string) => string;
  readonly acts: ThreadActs;
}

export const InThread = createContext<ThreadContext | undefined>(undefined);

export function useInThread(): ThreadContext {
  const context = useContext(InThread);
  if (!context) throw new Error('no thread is around');
  return context;
}

/** Who wrote a message, as far as the service knows. */
export function whoWrote(
  { direction, origin }: Pick<Message, 'direction' | 'origin'>,
  contact: string,
  words: ThreadWords,
): string {
  if (direction === 'incoming') return contact;
  return origin === 'phone' ? words.phone : origin === 'other' ? words.other : words.us;
}
