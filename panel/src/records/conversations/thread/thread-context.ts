import { createContext, useContext } from 'react';
import type { Message, Note } from '#panel/api/types.ts';
import { formatName } from '#panel/parts/brazilian-formats.ts';
import type { ThreadWords } from '#panel/words/thread/use.ts';
import type { OutgoingMessage } from '../outgoing/outgoing.ts';

/*
 * Context shared by all messages of a thread. Keeps its identity while the user scrolls and messages arrive, so that messages render only
 * when they change.
 */

export interface ThreadActions {
  /** Opens the menu of a message or note, at the pressed element. */
  menu(key: string, from: HTMLElement): void;
  jump(message: string): void;
  open(message: Message): void;
  react(message: Message, emoji: string): void;
  again(message: Message): void;
  sendAgain(outgoing: OutgoingMessage): void;
  discard(outgoing: OutgoingMessage): void;
  endEdit(): void;
}

export interface ThreadContext {
  readonly slug: string;
  /** Name of the contact or the group. */
  readonly contact: string;
  /** User id of the current user in the team; undefined until loaded. */
  readonly me: string | undefined;
  /** True if the user may read workflows and their runs. */
  readonly seesRuns: boolean;
  /** Author of a note; null is a workflow. */
  readonly nameOf: (user: string | null) => string;
  /** Author of a message, as far as it is known. */
  readonly whoWrote: (message: Pick<Message, 'direction' | 'author' | 'participant'>) => string;
  /** Author of a message, for the middle of a sentence. */
  readonly whoInText: (message: Pick<Message, 'direction' | 'author' | 'participant'>) => string;
  /** True if the user may change texts of others. */
  readonly isModerator: boolean;
  readonly isOwn: (note: Note) => boolean;
  readonly timeOf: (moment: string) => string;
  /** Day and time. */
  readonly momentOf: (moment: string) => string;
  readonly dayName: (day: string) => string;
  readonly acts: ThreadActions;
}

export const CurrentThread = createContext<ThreadContext | undefined>(undefined);

export function useThreadContext(): ThreadContext {
  const context = useContext(CurrentThread);
  if (!context) throw new Error('no thread is around');
  return context;
}

/** Author of a message in a group: by name, otherwise by number. */
export function memberName(participant: Message['participant'], words: ThreadWords): string {
  const name = participant?.name;
  return name ? formatName(name) : words.member;
}

/** Author of an outgoing message: the user, a colleague, a program, a workflow, or the team if none was stored. */
export function authorName(
  author: Message['author'],
  me: string | undefined,
  nameOf: (user: string) => string | undefined,
  words: ThreadWords['authors'],
): string {
  if (author === null) return words.unknown;
  const { type, id, name } = author;
  if (type === 'inbox') return words.inbox;
  if (type !== 'user') return name ?? words[type];
  if (id !== null && id === me) return words.you;
  return (id === null ? undefined : nameOf(id)) ?? name ?? words.user;
}
