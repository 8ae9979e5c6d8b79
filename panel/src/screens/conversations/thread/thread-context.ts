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
  /** Oneself as a user of the team; undefined until that is known. */
  readonly me: string | undefined;
  /** True if one may read workflows and their runs. */
  readonly seesRuns: boolean;
  /** Who wrote a note; null: a workflow did. */
  readonly nameOf: (user: string | null) => string;
  /** Author of a message, as far as the service knows. */
  readonly whoWrote: (message: Pick<Message, 'direction' | 'author'>) => string;
  /** The same inside a sentence. */
  readonly whoInText: (message: Pick<Message, 'direction' | 'author'>) => string;
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

/** The author of an outgoing message: oneself, a colleague, a program, a workflow, or the team where that was not stored. */
export function authorName(
  author: Message['author'],
  me: string | undefined,
  nameOf: (user: string) => string | undefined,
  words: ThreadWords['authors'],
): string {
  if (author === null) return words.unknown;
  const { type, id, name } = author;
  if (type !== 'user') return name ?? words[type];
  if (id !== null && id === me) return words.you;
  return (id === null ? undefined : nameOf(id)) ?? name ?? words.user;
}
