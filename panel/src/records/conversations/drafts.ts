import { Failure, request, requestPath, segment } from '#panel/api/call.ts';
import type { Draft } from '#panel/api/types.ts';

/* Drafts of conversations, stored on the server so that the user can continue on any device. The last write wins. */

const pathOf = (slug: string, id: string) =>
  `/teams/${segment(slug)}/msgapp/conversations/${segment(id)}/draft`;

const isMissing = (error: unknown) => error instanceof Failure && error.code === 'NOT_FOUND';

async function store(slug: string, id: string, content: string): Promise<Draft | null> {
  const at = { team_slug: slug, id };
  if (content.trim() !== '')
    return request('PUT /teams/{team_slug}/msgapp/conversations/{id}/draft', {
      at,
      body: { content },
    });
  await requestPath('DELETE', pathOf(slug, id), { body: {} }).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
  });
  return null;
}

/** Writes in progress by conversation, each with the next content to write. */
const storing = new Map<string, { next: string | undefined }>();

/** Message between tabs about a stored draft. */
interface StoredDraft {
  readonly slug: string;
  readonly id: string;
  readonly content: string;
}
const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('pauta.drafts') : undefined;
const listeners = new Set<(storedDraft: StoredDraft) => void>();
/** Listeners for all drafts, including those of this tab. */
const lists = new Set<(storedDraft: StoredDraft) => void>();
if (channel)
  channel.onmessage = ({ data }: MessageEvent<StoredDraft>) => {
    for (const listener of [...listeners, ...lists]) listener(data);
  };

/** Notifies of every draft written in this browser. */
export const followDrafts = (hear: (storedDraft: StoredDraft) => void): void =>
  void lists.add(hear);

/** Notifies of drafts that other tabs write in a conversation. @returns unsubscribe function */
export function followDraft(slug: string, id: string, hear: (content: string) => void): () => void {
  const listener = (storedDraft: StoredDraft) => {
    if (storedDraft.slug === slug && storedDraft.id === id) hear(storedDraft.content);
  };
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * Stores a draft; an empty one is deleted. Coalesces changes that arrive during a write; the last one wins.
 * @param stored called with the stored draft
 */
export async function saveDraft(
  slug: string,
  id: string,
  content: string,
  stored: (draft: Draft | null) => void,
): Promise<void> {
  const place = `${slug} ${id}`;
  const storedDraft: StoredDraft = { slug, id, content };
  channel?.postMessage(storedDraft);
  for (const listener of lists) listener(storedDraft);
  const running = storing.get(place);
  if (running) {
    running.next = content;
    return;
  }
  const save: { next: string | undefined } = { next: content };
  storing.set(place, save);
  try {
    while (save.next !== undefined) {
      const now = save.next;
      save.next = undefined;
      // A failed write is not retried: further typing saves again, and the text remains on the screen.
      const draft = await store(slug, id, now).catch(() => undefined);
      if (draft !== undefined) stored(draft);
    }
  } finally {
    storing.delete(place);
  }
}

/** True while a draft of the conversation is being written; a concurrent read may return an older one. */
export const isStoring = (slug: string, id: string) => storing.has(`${slug} ${id}`);
