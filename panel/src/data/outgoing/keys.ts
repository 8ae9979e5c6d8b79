/*
 * Under which keys of the browser's storage messages stand that are still to be sent: so much is needed from the start, to send on what
 * was left and to clear it for who signs out. What stands there is in kept.ts.
 */

export const prefix = 'pauta.outgoing.';

export const keysOf = (person: string) =>
  Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? '').filter((key) =>
    key.startsWith(`${prefix}${person}.`),
  );

/** Whether a key of the browser's storage is one of these; null: all of it was cleared. */
export const isOutgoingKey = (key: string | null) => key === null || key.startsWith(prefix);

/** Whether somebody has something to send. */
export const hasKept = (person: string) => keysOf(person).length > 0;

/** Somebody signs out: what they had not sent yet is nobody's. */
export const dropAllOf = (person: string): void => {
  for (const key of keysOf(person)) localStorage.removeItem(key);
};
