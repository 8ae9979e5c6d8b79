import type { AnyOperation } from '#server/operations/registry.ts';
import { setAvailability } from './availability.ts';
import { importConversations } from './import-conversations.ts';
import { mergeOperations } from './merging/operations.ts';
import { conversationOperations } from './operations.ts';
import { deleteSquad } from './squad-deletion.ts';

/** Operations on conversations. */
export const operations: readonly AnyOperation[] = [
  ...conversationOperations,
  ...mergeOperations,
  importConversations,
  setAvailability,
  deleteSquad,
];
