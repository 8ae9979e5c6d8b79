import { useSyncExternalStore } from 'react';
import { ask } from '../api/call.ts';

/* Typing indicators of conversations: received live, shown for six seconds unless repeated, and not stored. */

export type PresenceKind = 'answer' | 'note';

/** Payload in the live stream (docs/live.md). */
export interface Presence {
  readonly conversation_id: string;
  readonly user_id: string;
  readonly kind: PresenceKind;
}

/** User who is typing, by id in the team. */
export type Writer = Pick<Presence, 'user_id' | 'kind'>;

/** Measured by this browser's clock, because the server's may differ. */
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

/** Applies a typing event of the stream. */
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

/** Clears indicators of answers after an outgoing message; users who are still typing repeat theirs. */
export function takeAnswered(conversation: string): void {
  const known = writers.get(conversation);
  const rest = known?.filter(({ kind }) => kind !== 'answer');
  if (known && rest && rest.length < known.length) set(conversation, rest);
}

const listen = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Other users typing in a conversation, in the order in which they began. */
export const usePresence = (conversation: string): readonly Writer[] =>
  useSyncExternalStore(listen, () => writers.get(conversation) ?? nobody);

const said = new Map<string, number>();

/** Announces that the user is typing; call it on every key. Throttled to one request every four seconds. */
export function showWriting(slug: string, conversation: string, kind: PresenceKind): void {
  const name = `${conversation} ${kind}`;
  const now = Date.now();
  if (now - (said.get(name) ?? 0) < sayEveryMs) return;
  said.set(name, now);
  // Best effort: failures are ignored.
  ask('POST /teams/{team_slug}/msgapp/conversations/{id}/typing', {
    at: { team_slug: slug, id: conversation },
    body: { kind },
  }).catch(() => {});
}
