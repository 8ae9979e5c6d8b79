import { isAtLeast } from '#server/operations/roles.ts';
import type { Access, TeamViewer, TypingSignal } from '#server/operations/viewers.ts';
import { isUuid } from '#server/platform/uuid.ts';
import { minRoleFor, userIdOfViewer } from './visibility.ts';

/*
 * Typing indicators between nodes and on streams. They carry no event id, so a reconnecting client does not receive them again.
 */

/** Serializes an indicator for other nodes. */
export const serializeTyping = (presence: TypingSignal): string => JSON.stringify(presence);

/** Parses an indicator of another node. @returns undefined if this version does not know the message */
export function parseTyping(text: string): TypingSignal | undefined {
  try {
    const signal = JSON.parse(text) as Partial<TypingSignal>;
    const { team, conversationId, inboxId, userId, kind, until } = signal;
    const ids = [team, conversationId, inboxId, userId].every(
      (id) => typeof id === 'string' && isUuid(id),
    );
    const isKnown = kind === 'answer' || kind === 'note';
    return ids && isKnown && typeof until === 'string' ? (signal as TypingSignal) : undefined;
  } catch {
    return undefined;
  }
}

const least = minRoleFor('conversation.updated');

/** True for viewers who may read conversations, except the writer. */
export const isTypingVisibleTo = (
  standing: Access,
  watcher: TeamViewer,
  presence: TypingSignal,
): boolean =>
  standing.kind === 'user' &&
  least !== undefined &&
  isAtLeast(standing.role, least) &&
  !standing.hiddenInboxes.includes(presence.inboxId) &&
  userIdOfViewer(watcher) !== presence.userId;

export function typingFrame({ conversationId, userId, kind, until }: TypingSignal): Buffer {
  const data = { conversation_id: conversationId, user_id: userId, kind, until };
  return Buffer.from(`event: presence\ndata: ${JSON.stringify(data)}\n\n`);
}
