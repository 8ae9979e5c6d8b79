import { queryOptions } from '@tanstack/react-query';
import { ask, call, Failure, segment } from '../api/call.ts';
import type { Message, Note, ThreadPage } from '../api/types.ts';
import { applied } from '../commands/diff.ts';
import { underWay } from '../commands/turns.ts';
import { client } from './client.ts';
import {
  type Heard,
  type Stretch,
  stretchOf,
  withMessage,
  withNewer,
  withNote,
  withOlder,
  withoutNote,
} from './stretch.ts';
import type { RecordChange } from './taking.ts';

/*
 * What is known of a conversation's messages: one stretch without a gap, which grows at both ends as somebody reads on, and takes what
 * the live stream tells. Read anew, it is what is around the place that is looked at: what lies further off is asked for again when
 * somebody goes there (ADR 65).
 */

const limit = 100;
const threadPath = 'GET /teams/{team_slug}/msgapp/conversations/{id}/thread';

/** Where in a conversation to read: at its end, on from a cursor, or around a message. */
interface Where {
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  readonly around?: string | undefined;
}

const key = (slug: string, id: string) => ['team', slug, 'conversations', 'thread', id];

/** What is known of a conversation at this moment. */
export const knownThread = (slug: string, id: string) =>
  client.getQueryData<Stretch>(key(slug, id));
const change = (slug: string, id: string, to: (known: Stretch) => Stretch) =>
  client.setQueryData<Stretch>(key(slug, id), (data) => data && to(data));

interface Told {
  readonly message: Message;
  readonly how: Heard;
}

/** What was told of a conversation while it was being read: the answer may be older. */
const listening = new Map<string, Set<Told[]>>();

function tell(message: Message, how: Heard): void {
  for (const told of listening.get(message.conversation_id) ?? []) told.push({ message, how });
}

/** What was told meanwhile is newer than what was read, but for messages that were only told to be there. */
const withTold = (stretch: Stretch, told: readonly Told[]) =>
  told.reduce((all, { message, how }) => withMessage(all, message, how), stretch);

async function read(
  slug: string,
  id: string,
  where: Where,
  put: (page: ThreadPage) => Stretch | undefined,
  signal?: AbortSignal,
): Promise<Stretch | undefined> {
  const told: Told[] = [];
  const all = listening.get(id) ?? new Set();
  listening.set(id, all.add(told));
  try {
    const page = await ask(threadPath, {
      at: { team_slug: slug, id },
      query: { limit, ...where },
      signal,
    });
    const stretch = put(page);
    return stretch && withTold(stretch, told);
  } finally {
    all.delete(told);
    if (all.size === 0) listening.delete(id);
  }
}

/** The message that is looked at in each conversation; none: its end. */
const looked = new Map<string, string>();

/** Says where somebody looks: there it is read anew when it has to be. @param message undefined: at the end */
export function lookAt(conversation: string, message: string | undefined): void {
  if (message === undefined) looked.delete(conversation);
  else looked.set(conversation, message);
}

export const threadQuery = (slug: string, id: string) =>
  queryOptions({
    queryKey: key(slug, id),
    // The live stream keeps it as it is.
    staleTime: Number.POSITIVE_INFINITY,
    // Messages are told apart by what they are, not by where they stand: comparing ten thousand that have moved on takes long.
    structuralSharing: false,
    async queryFn({ signal }): Promise<Stretch> {
      const around = looked.get(id);
      const told = knownThread(slug, id)?.told ?? [];
      const put = (page: ThreadPage) => ({ ...stretchOf(page), told });
      try {
        return (await read(slug, id, { around }, put, signal)) as Stretch;
      } catch (error) {
        // A message that is not in it: whoever has a link to it sees the conversation all the same.
        if (around === undefined || !(error instanceof Failure) || error.status !== 404)
          throw error;
        looked.delete(id);
        return (await read(slug, id, {}, put, signal)) as Stretch;
      }
    },
    meta: {
      takes: ['messages'],
      isWalked: false,
      take(data: unknown, { kind, verb, id: changed, record }: RecordChange): unknown {
        if (kind !== 'messages') {
          const stretch = data as Stretch;
          if (kind !== 'conversations' || changed !== stretch.conversation.id) return stretch;
          return { ...stretch, conversation: applied(stretch.conversation, record) };
        }
        const message = record as unknown as Message;
        const how = verb === 'created' ? 'created' : 'changed';
        tell(message, how);
        const stretch = data as Stretch;
        return message.conversation_id === stretch.conversation.id
          ? withMessage(stretch, message, how)
          : stretch;
      },
    },
  });

/** What is being read further: nothing is asked for twice at once. */
const reading = new Map<string, Promise<unknown>>();

function once(name: string, work: () => Promise<unknown>): Promise<unknown> {
  const running = reading.get(name) ?? work().finally(() => reading.delete(name));
  reading.set(name, running);
  return running;
}

/** Reads on where the stretch ends, towards the past or the present. @throws Failure */
export async function readOn(slug: string, id: string, to: 'before' | 'after'): Promise<void> {
  const cursor = knownThread(slug, id)?.[to];
  if (!cursor) return;
  await once(`${id} ${to}`, async () => {
    const put = (page: ThreadPage) => {
      const now = knownThread(slug, id);
      // It may have been read anew meanwhile.
      if (now?.[to] !== cursor) return undefined;
      return to === 'before' ? withOlder(now, page) : withNewer(now, page);
    };
    const stretch = await read(slug, id, { [to]: cursor }, put);
    if (stretch) client.setQueryData(key(slug, id), stretch);
  });
}

/**
 * Reads another part of a conversation in place of what is known.
 * @param around a message; undefined: its end
 * @returns whether there is such a message
 * @throws Failure
 */
export async function readAt(slug: string, id: string, around?: string): Promise<boolean> {
  await client.cancelQueries({ queryKey: key(slug, id) });
  lookAt(id, around);
  const stretch = await client.fetchQuery({ ...threadQuery(slug, id), staleTime: 0 });
  return around === undefined || stretch.messages.some((message) => message.id === around);
}

/**
 * Forgets a conversation that nobody looks at any more: whoever comes back sees where they have read up to, and its end. In the next turn,
 * since whoever shows it may be shown anew.
 */
export function forgetThread(slug: string, id: string): void {
  setTimeout(() => client.removeQueries({ queryKey: key(slug, id), type: 'inactive' }));
}

/** Somebody is at its end: nothing there is news any more. */
export const seeEnd = (slug: string, id: string): void =>
  void change(slug, id, (stretch) =>
    stretch.told.length > 0 ? { ...stretch, told: [] } : stretch,
  );

/** What the answer to whoever sent a message says of it. */
export function takeAnswered(slug: string, message: Message): void {
  tell(message, 'answered');
  change(slug, message.conversation_id, (stretch) => withMessage(stretch, message, 'answered'));
}

/** What is being written in it, as it is stored now. */
export const takeDraft = (slug: string, id: string, draft: Stretch['draft']): void =>
  void change(slug, id, (stretch) => ({ ...stretch, draft }));

// What people do in it ---------------------------------------------------------------------------

interface Target {
  readonly slug: string;
  readonly message: Message;
}

/** Those of a message with another one of ours; an empty one takes it back. */
export const withReaction = (
  { reactions }: Pick<Message, 'reactions'>,
  emoji: string,
): Message['reactions'] => [
  ...reactions.filter(({ direction }) => direction !== 'outgoing'),
  ...(emoji === '' ? [] : [{ direction: 'outgoing' as const, emoji }]),
];

/** Reacts to a message; an empty emoji takes the reaction back. @returns what went wrong */
export const react = ({ slug, message, emoji }: Target & { readonly emoji: string }) => {
  const record = `messages/${message.id}`;
  const fields = { reactions: withReaction(message, emoji) };
  return underWay([record], [{ record, fields }], async () => {
    await ask('POST /teams/{team_slug}/msgapp/messages/{id}/reaction', {
      at: { team_slug: slug, id: message.id },
      body: { emoji },
    });
    change(slug, message.conversation_id, (stretch) => {
      const now = stretch.messages.find(({ id }) => id === message.id);
      return now
        ? withMessage(stretch, { ...now, reactions: withReaction(now, emoji) }, 'changed')
        : stretch;
    });
  });
};

/** Has the media of a message fetched again. @throws Failure */
export async function fetchMedia({ slug, message }: Target): Promise<void> {
  const { media } = await ask('POST /teams/{team_slug}/msgapp/messages/{id}/fetch', {
    at: { team_slug: slug, id: message.id },
  });
  change(slug, message.conversation_id, (stretch) => {
    const now = stretch.messages.find(({ id }) => id === message.id);
    return now ? withMessage(stretch, { ...now, media }, 'changed') : stretch;
  });
}

const noteAt = (slug: string, { conversation_id, id }: Note) =>
  `/teams/${segment(slug)}/msgapp/conversations/${segment(conversation_id)}/notes/${segment(id)}`;

/** Puts a note that was just written or changed into what is known. */
export const takeNote = (slug: string, note: Note) =>
  change(slug, note.conversation_id, (stretch) => withNote(stretch, note));

/** @throws Failure */
export async function changeNote(slug: string, note: Note, content: string): Promise<void> {
  takeNote(slug, await call<Note>('PUT', noteAt(slug, note), { body: { content } }));
}

/** @throws Failure */
export async function removeNote(slug: string, note: Note): Promise<void> {
  await call('DELETE', noteAt(slug, note));
  change(slug, note.conversation_id, (stretch) => withoutNote(stretch, note.id));
}
