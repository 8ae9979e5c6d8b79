/*
 * Storage keys of unsent messages, tasks, notes and attachments, separate from unsent-messages.ts because the panel needs them at startup: to resume sending and
 * to clear them at sign-out.
 */

export const prefix = 'pauta.outgoing.';

/** Storage keys of new tasks continue with the person and the key of the request. */
export const taskPrefix = 'pauta.task.';

/** Storage keys of unfinished notes continue with the person, the team and the conversation. */
export const notePrefix = 'pauta.note.';

/** Storage keys of uploaded attachments continue with the person, the team, the conversation and the file. */
export const attachmentPrefix = 'pauta.attachment.';

/** Keys in the browser's storage that begin with a text. */
export const storedKeys = (beginning: string) =>
  Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? '').filter((key) =>
    key.startsWith(beginning),
  );
export const keysOf = (person: string) => storedKeys(`${prefix}${person}.`);
export const hasUnsentTasks = (person: string) => storedKeys(`${taskPrefix}${person}.`).length > 0;

/** True if a storage key belongs to an unsent message, or is null because the whole storage was cleared. */
export const isOutgoingKey = (key: string | null) => key === null || key.startsWith(prefix);

/** True if a person has unsent messages. */
export const hasUnsent = (person: string) => keysOf(person).length > 0;

/** Deletes a person's unsent messages, tasks, notes and attachments at sign-out. */
export const deleteAllUnsent = (person: string): void => {
  for (const each of [prefix, taskPrefix, notePrefix, attachmentPrefix])
    for (const key of storedKeys(`${each}${person}.`)) localStorage.removeItem(key);
};
