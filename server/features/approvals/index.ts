import type { AnyOperation } from '#server/operations/registry.ts';
import { brandOperations } from './brand.ts';
import { clientOperations } from './client-operations.ts';
import { approvalOperations } from './operations.ts';

/** Operations on approvals: those of members, and those of clients by link. */
export const operations: readonly AnyOperation[] = [
  ...approvalOperations,
  ...clientOperations,
  ...brandOperations,
];
