import { useSyncExternalStore } from 'react';
import { ask } from '../api/call.ts';

/*
 * Who is writing in which conversation. It is heard, shown for six seconds unless it is heard again, and kept nowhere else.
 */

export type PresenceKind = 'answer' | 'note';

/** As the live stream tells it (docs/live.md). */
export interface Presence {
  readonly conversation_id: string;
  readonly user_id: string;
  readonly kind: PresenceKind;
}

/** Somebody who is writing, by their id in the team. */
export type Writer = Pick<Presence, 'user_id' | 'kind'>;

/** By this browser's clock: the service's may be another. */
const shownMs = 6_000;
const sayEveryMs = 4_000;

const nobody: readonly Writer[] = [];
const writers = new Map<string, readonly Writer[]>();
const ends = new Map<string, ReturnType<typeof setTimeout>>();
const listeners = new Set<() => void>();

function set(conversation: string, now: readonly Writer[]): void {
  if (now.length > 0) writers.set(conversation, now);
  else writers.delete(conversation);
  for (const listener of listeners) listener();
}

const others = (conversation: string, user: string) =>
  (writers.get(conversation) ?? nobody).filter(({ user_id }) => user_id !== user);

/** Takes what the stream tells. */
export function takePresence({ conversation_id: conversation, user_id, kind }: Presence): void {
  const name = `${conversation} ${user_id}`;
  clearTimeout(ends.get(name));
  ends.set(
    name,
    setTimeout(() => {
      ends.delete(name);
      set(conversation, others(conversation, user_id));
    }, shownMs),
  );
  const known = writers.get(conversation)?.find((each) => each.user_id === user_id);
  if (known?.kind !== kind)
    set(conversation, [...others(conversation, user_id), { user_id, kind }]);
}

/** An answer came: whoever wrote one may be done. Who is not says so again. */
export function takeAnswered(conversation: string): void {
  const known = writers.get(conversation);
  const rest = known?.filter(({ kind }) => kind !== 'answer');
  if (known && rest && rest.length < known.length) set(conversation, rest);
}

const listen = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Who else is writing in a conversation now, in the order in which they began. */
export const usePresence = (conversation: string): readonly Writer[] =>
  useSyncExternalStore(listen, () => writers.get(conversation) ?? nobody);

const said = new Map<string, number>();

/** Shows the others that one is writing; to be called at every key, it is said every four seconds. */
export function showWriting(slug: string, conversation: string, kind: PresenceKind): void {
  const name = `${conversation} ${kind}`;
  const now = Date.now();
  if (now - (said.get(name) ?? 0) < sayEveryMs) return;
  said.set(name, now);
  // Nobody waits for it: where it cannot be said, nobody sees it.
  ask('POST /teams/{team_slug}/msgapp/conversations/{id}/typing', {
    at: { team_slug: slug, id: conversation },
    body: { kind },
  }).catch(() => {});
}
