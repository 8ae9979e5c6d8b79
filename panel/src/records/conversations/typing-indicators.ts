import { useSyncExternalStore } from 'react';
import { request } from '#panel/api/call.ts';

/* Typing indicators of conversations: received live, shown for six seconds unless repeated, and not stored. */

export type TypingKind = 'answer' | 'note';

/** Payload in the live stream (docs/live.md). */
interface TypingEvent {
  readonly conversation_id: string;
  readonly user_id: string;
  readonly kind: TypingKind;
}

/** User who is typing, by id in the team. */
type TypingUser = Pick<TypingEvent, 'user_id' | 'kind'>;

/** Measured by this browser's clock, because the server's may differ. */
const shownMs = 6_000;
const sayEveryMs = 4_000;

const nobody: readonly TypingUser[] = [];
const writers = new Map<string, readonly TypingUser[]>();
const ends = new Map<string, ReturnType<typeof setTimeout>>();
const listeners = new Set<() => void>();

function set(conversation: string, now: readonly TypingUser[]): void {
  if (now.length > 0) writers.set(conversation, now);
  else writers.delete(conversation);
  for (const listener of listeners) listener();
}

const others = (conversation: string, user: string) =>
  (writers.get(conversation) ?? nobody).filter(({ user_id }) => user_id !== user);

/** Applies a typing event of the stream. */
export function applyTyping({ conversation_id: conversation, user_id, kind }: TypingEvent): void {
  const name = `${conversation} ${user_id}`;
  clearTimeout(ends.get(name));
  ends.set(
    name,
    setTimeout(() => {
      ends.delete(name);
      set(conversation, others(conversation, user_id));
    }, shownMs),
  );
  const writer = writers.get(conversation)?.find((each) => each.user_id === user_id);
  if (writer?.kind !== kind)
    set(conversation, [...others(conversation, user_id), { user_id, kind }]);
}

/** Clears indicators of answers after an outgoing message; users who are still typing repeat theirs. */
export function clearTyping(conversation: string): void {
  const current = writers.get(conversation);
  const rest = current?.filter(({ kind }) => kind !== 'answer');
  if (current && rest && rest.length < current.length) set(conversation, rest);
}

const listen = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Other users typing in a conversation, in the order in which they began. */
export const useTypingUsers = (conversation: string): readonly TypingUser[] =>
  useSyncExternalStore(listen, () => writers.get(conversation) ?? nobody);

const sentAt = new Map<string, number>();

/** Announces that the user is typing; call it on every key. Throttled to one request every four seconds. */
export function announceTyping(slug: string, conversation: string, kind: TypingKind): void {
  const name = `${conversation} ${kind}`;
  const now = Date.now();
  if (now - (sentAt.get(name) ?? 0) < sayEveryMs) return;
  sentAt.set(name, now);
  // Best effort: failures are ignored.
  request('POST /teams/{team_slug}/msgapp/conversations/{id}/typing', {
    at: { team_slug: slug, id: conversation },
    body: { kind },
  }).catch(() => {});
}
