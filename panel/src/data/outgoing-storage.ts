/*
 * Storage keys of unsent messages, separate from unsent-messages.ts because the panel needs them at startup: to resume sending and to clear them at
 * sign-out.
 */

export const prefix = 'pauta.outgoing.';

export const keysOf = (person: string) =>
  Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? '').filter((key) =>
    key.startsWith(`${prefix}${person}.`),
  );

/** True if a storage key belongs to an unsent message, or is null because the whole storage was cleared. */
export const isOutgoingKey = (key: string | null) => key === null || key.startsWith(prefix);

/** True if a person has unsent messages. */
export const hasUnsent = (person: string) => keysOf(person).length > 0;

/** Deletes a person's unsent messages at sign-out. */
export const deleteAllUnsent = (person: string): void => {
  for (const key of keysOf(person)) localStorage.removeItem(key);
};
