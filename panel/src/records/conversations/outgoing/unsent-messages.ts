import { Failure } from '#panel/api/call.ts';
import { keysOf, prefix } from '#panel/data/outgoing-storage.ts';
import type { SentFile } from './outgoing-message.ts';

/*
 * Unsent messages in the browser's storage, each under a separate key so that tabs do not overwrite each other. They survive a reload, a
 * crash and a closed tab; signing out deletes them (ADR 66).
 */

/** Request that sends the message: a text or file, an approved template, or a note, which the contact never sees. */
export type SendKind = 'write' | 'template' | 'note';

/** Storable failure. */
interface Problem {
  readonly code: string;
  readonly message: string;
  readonly status: number;
  readonly requestId?: string | undefined;
  readonly reason?: Failure['reason'];
}

export interface UnsentMessage {
  /** Generated once: the id of the message and the Idempotency-Key. */
  readonly id: string;
  readonly person: string;
  readonly slug: string;
  readonly conversationId: string;
  readonly way: SendKind;
  /** Request body, identical in every attempt. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly type: string;
  readonly content: string;
  readonly file?: SentFile | undefined;
  /** Files of a note. */
  readonly noteFiles?: readonly SentFile[] | undefined;
  readonly replyTo?: string | undefined;
  /** The same for all parts of a message whose last one resolves the conversation. */
  readonly batch?: string | undefined;
  /** True if the conversation is resolved once this was sent. */
  readonly resolves?: boolean | undefined;
  readonly at: string;
  /** Rises with every message written here. */
  readonly order: number;
  /** Time at which it was last confirmed, as Date.now(); after a long time the user is asked first. */
  readonly wantedAt: number;
  /** Time of the first attempt, as Date.now(); from then on the browser cannot know that it was not sent. */
  readonly triedAt?: number | undefined;
  /** An attempt got no response. */
  readonly isUnknown?: boolean | undefined;
  /** Certainly not sent, and not retried automatically. */
  readonly problem?: Problem | undefined;
}

const keyOf = ({ person, slug, id }: Pick<UnsentMessage, 'person' | 'slug' | 'id'>) =>
  `${prefix}${person}.${slug}.${id}`;

const isUnsentMessage = (value: unknown): value is UnsentMessage =>
  typeof value === 'object' &&
  value !== null &&
  ['id', 'person', 'slug', 'conversationId', 'way', 'content'].every(
    (name) => typeof (value as Record<string, unknown>)[name] === 'string',
  ) &&
  typeof (value as UnsentMessage).order === 'number' &&
  typeof (value as UnsentMessage).body === 'object';

function read(key: string): UnsentMessage | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return isUnsentMessage(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Unsent messages of a person, in the order in which they were written. */
export const unsentMessagesOf = (person: string): readonly UnsentMessage[] =>
  keysOf(person)
    .flatMap((key) => read(key) ?? [])
    .sort((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1));

/** @throws DOMException QuotaExceededError */
export const storeUnsent = (item: UnsentMessage) =>
  localStorage.setItem(keyOf(item), JSON.stringify(item));

/** Changes a stored message; one that another tab has removed stays removed. @returns its current state */
export function updateUnsent(
  item: UnsentMessage,
  to: Partial<UnsentMessage>,
): UnsentMessage | undefined {
  const now = read(keyOf(item));
  if (!now) return undefined;
  const next = { ...now, ...to };
  storeUnsent(next);
  return next;
}

export const deleteUnsent = (item: UnsentMessage) => localStorage.removeItem(keyOf(item));

export const problemOf = ({ code, message, status, requestId, reason }: Failure): Problem => ({
  code,
  message,
  status,
  requestId,
  reason,
});

export const failureOf = ({ code, message, status, requestId, reason }: Problem): Failure =>
  new Failure(code, message, status, requestId, { reason });
