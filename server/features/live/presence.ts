import { isAtLeast } from '../../operations/roles.ts';
import type { Presence, Standing, Watcher } from '../../operations/watching.ts';
import { isUuid } from '../../platform/uuid.ts';
import { leastRoleFor, userOf } from './visible.ts';

/*
 * Who is writing, as nodes say it to each other, and as streams tell it: without an id, so that who comes back is not told again.
 */

/** What a node says to the others. */
export const saidOf = (presence: Presence): string => JSON.stringify(presence);

/** @returns undefined for what no node of this version says */
export function heardFrom(text: string): Presence | undefined {
  try {
    const said = JSON.parse(text) as Partial<Presence>;
    const { team, conversationId, userId, kind, until } = said;
    const ids = [team, conversationId, userId].every((id) => typeof id === 'string' && isUuid(id));
    const isKnown = kind === 'answer' || kind === 'note';
    return ids && isKnown && typeof until === 'string' ? (said as Presence) : undefined;
  } catch {
    return undefined;
  }
}

const least = leastRoleFor('conversation.updated');

/** Whether somebody is told: who may read conversations, and is not the writer. */
export const isToldTo = (standing: Standing, watcher: Watcher, presence: Presence): boolean =>
  standing.kind === 'user' &&
  least !== undefined &&
  isAtLeast(standing.role, least) &&
  userOf(watcher) !== presence.userId;

export function presenceFrame({ conversationId, userId, kind, until }: Presence): Buffer {
  const data = { conversation_id: conversationId, user_id: userId, kind, until };
  return Buffer.from(`event: presence\ndata: ${JSON.stringify(data)}\n\n`);
}
