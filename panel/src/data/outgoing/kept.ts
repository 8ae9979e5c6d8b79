import { Failure } from '../../api/call.ts';
import { keysOf, prefix } from './keys.ts';
import type { SentFile } from './shown.ts';

/*
 * Messages that this browser still has to send, in its storage: each under a key of its own, so that tabs never write over each other.
 * What is here outlives a reload, a crash and a closed tab; signing out clears it (ADR 66).
 */

/** What is sent by which request: a text or a file; an approved template; a note, which the contact never sees. */
export type Way = 'write' | 'template' | 'note';

/** What went wrong, as it can be stored. */
interface Problem {
  readonly code: string;
  readonly message: string;
  readonly status: number;
  readonly requestId?: string | undefined;
}

export interface Kept {
  /** Chosen once: the message gets it, and it is the Idempotency-Key. */
  readonly id: string;
  readonly person: string;
  readonly slug: string;
  readonly conversationId: string;
  readonly way: Way;
  /** The request's body: the very same each time it is asked. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly type: string;
  readonly content: string;
  readonly file?: SentFile | undefined;
  readonly replyTo?: string | undefined;
  readonly at: string;
  /** Rises with every message that is written here. */
  readonly order: number;
  /** When it was last wanted, as Date.now(): who comes back after a long time is asked first. */
  readonly wantedAt: number;
  /** When it was first asked for, as Date.now(); from then on nobody knows by themselves that it was not sent. */
  readonly triedAt?: number | undefined;
  /** It was asked for, and no answer came. */
  readonly isUnknown?: boolean | undefined;
  /** It was surely not sent, and will not be by itself. */
  readonly problem?: Problem | undefined;
}

const keyOf = ({ person, slug, id }: Pick<Kept, 'person' | 'slug' | 'id'>) =>
  `${prefix}${person}.${slug}.${id}`;

const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' &&
  value !== null &&
  ['id', 'person', 'slug', 'conversationId', 'way', 'content'].every(
    (name) => typeof (value as Record<string, unknown>)[name] === 'string',
  ) &&
  typeof (value as Kept).order === 'number' &&
  typeof (value as Kept).body === 'object';

function read(key: string): Kept | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return isKept(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** What somebody has to send, in the order in which it was written. */
export const keptOf = (person: string): readonly Kept[] =>
  keysOf(person)
    .flatMap((key) => read(key) ?? [])
    .sort((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1));

/** @throws DOMException QuotaExceededError */
export const keep = (item: Kept) => localStorage.setItem(keyOf(item), JSON.stringify(item));

/** Changes what is still there; what another tab has done with stays gone. @returns it as it is now */
export function change(item: Kept, to: Partial<Kept>): Kept | undefined {
  const now = read(keyOf(item));
  if (!now) return undefined;
  const next = { ...now, ...to };
  keep(next);
  return next;
}

export const drop = (item: Kept) => localStorage.removeItem(keyOf(item));

export const problemOf = ({ code, message, status, requestId }: Failure): Problem => ({
  code,
  message,
  status,
  requestId,
});

export const failureOf = ({ code, message, status, requestId }: Problem): Failure =>
  new Failure(code, message, status, requestId);
