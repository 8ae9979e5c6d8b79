import { ask, call, Failure, segment } from '../api/call.ts';
import type { Draft } from '../api/types.ts';

/*
 * What a person has begun to write in a conversation, kept by the service: it is there on whichever device they go on. The last one stays.
 */

const pathOf = (slug: string, id: string) =>
  `/teams/${segment(slug)}/msgapp/conversations/${segment(id)}/draft`;

const isMissing = (error: unknown) => error instanceof Failure && error.code === 'NOT_FOUND';

async function store(slug: string, id: string, content: string): Promise<Draft | null> {
  const at = { team_slug: slug, id };
  if (content.trim() !== '')
    return ask('PUT /teams/{team_slug}/msgapp/conversations/{id}/draft', { at, body: { content } });
  await call('DELETE', pathOf(slug, id), { body: {} }).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
  });
  return null;
}

/** What is being stored of each conversation, and what is to be stored after it. */
const storing = new Map<string, { next: string | undefined }>();

/** Tabs tell each other what they have stored. */
export interface Told {
  readonly slug: string;
  readonly id: string;
  readonly content: string;
}
const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('pauta.drafts') : undefined;
const listeners = new Set<(told: Told) => void>();
/** Those who hear of every draft, also of what is written in this tab. */
const lists = new Set<(told: Told) => void>();
if (channel)
  channel.onmessage = ({ data }: MessageEvent<Told>) => {
    for (const listener of [...listeners, ...lists]) listener(data);
  };

/** Tells what is written in this browser, wherever. */
export const followDrafts = (hear: (told: Told) => void): void => void lists.add(hear);

/** Tells what other tabs of this browser write in a conversation. @returns what ends the telling */
export function followDraft(slug: string, id: string, hear: (content: string) => void): () => void {
  const listener = (told: Told) => {
    if (told.slug === slug && told.id === id) hear(told.content);
  };
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * Keeps a draft; an empty one is dropped. What comes while one is being stored is stored after it: the last one stays.
 * @param stored told what is stored
 */
export async function saveDraft(
  slug: string,
  id: string,
  content: string,
  stored: (draft: Draft | null) => void,
): Promise<void> {
  const place = `${slug} ${id}`;
  const told: Told = { slug, id, content };
  channel?.postMessage(told);
  for (const listener of lists) listener(told);
  const running = storing.get(place);
  if (running) {
    running.next = content;
    return;
  }
  const own: { next: string | undefined } = { next: content };
  storing.set(place, own);
  try {
    while (own.next !== undefined) {
      const now = own.next;
      own.next = undefined;
      // Whoever goes on writing saves again; whoever does not still has it on the screen.
      const draft = await store(slug, id, now).catch(() => undefined);
      if (draft !== undefined) stored(draft);
    }
  } finally {
    storing.delete(place);
  }
}

/** Whether a draft of a conversation is being stored: what is read meanwhile may be older. */
export const isStoring = (slug: string, id: string) => storing.has(`${slug} ${id}`);
