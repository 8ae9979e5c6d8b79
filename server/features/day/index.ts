import type { AnyOperation } from '#server/operations/registry.ts';
import { getDay } from './operations.ts';
import { getOverdue } from './overdue.ts';

/** Operations of a user’s day. */
export const operations: readonly AnyOperation[] = [getDay, getOverdue];
