import type { Lock } from '#server/db/statement.ts';
import { changeLockOf } from '#server/records/crud-queries.ts';
import { conversations } from './table.ts';

/* Locks of statements that store messages in a conversation, whether they are sent or received (ADR 129). */

export const conversationLock = (id: string): Lock => changeLockOf(conversations, id);

/**
 * Lock of a conversation whose id is unknown.
 * @param address the contact's number or LID, or the group, in the inbox
 */
export const addressLock = (inbox: string, address: string): Lock =>
  conversationLock(`${inbox} ${address}`);
