import { attachmentPrefix, storedKeys } from '#panel/data/outgoing-storage.ts';
import { fileAddress } from '#panel/records/shared/files/queries.ts';

/*
 * Attachments of unsent messages that were uploaded, kept in this browser until they are sent or removed: each under a separate key, so
 * that tabs with the same conversation do not overwrite each other's.
 */

export interface StoredAttachment {
  readonly id: string;
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: number;
  readonly isVoice: boolean;
  /** When it was attached, as Date.now(): their order. */
  readonly at: number;
}

export const placeOf = (person: string, slug: string, conversation: string) =>
  `${attachmentPrefix}${person}.${slug}.${conversation}.`;

export function storeAttachment(place: string, attachment: StoredAttachment): void {
  try {
    localStorage.setItem(place + attachment.id, JSON.stringify(attachment));
  } catch {
    // The storage is full: it is kept only while the conversation is open.
  }
}

export const forgetAttachment = (place: string, id: string): void =>
  localStorage.removeItem(place + id);

const parsed = (text: string | null): StoredAttachment | undefined => {
  try {
    return text === null ? undefined : (JSON.parse(text) as StoredAttachment);
  } catch {
    return undefined;
  }
};

/** Attachments of a conversation, oldest first. */
export const storedAttachments = (place: string): readonly StoredAttachment[] =>
  storedKeys(place)
    .flatMap((key) => parsed(localStorage.getItem(key)) ?? [])
    .sort((a, b) => a.at - b.at);

/** Notifies of attachments that another tab has sent or removed. @returns unsubscribe function */
export function followForgotten(place: string, hear: (id: string) => void): () => void {
  const listener = ({ key, newValue }: StorageEvent) => {
    if (newValue === null && key?.startsWith(place)) hear(key.slice(place.length));
  };
  addEventListener('storage', listener);
  return () => removeEventListener('storage', listener);
}

/** True if the service no longer has the file. Without an answer, it counts as stored: sending it will say. */
export async function isMissing(slug: string, id: string): Promise<boolean> {
  const answer = await fetch(fileAddress(slug, id), { method: 'HEAD' }).catch(() => undefined);
  return answer?.status === 404;
}
