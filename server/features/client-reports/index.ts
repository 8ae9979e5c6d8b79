import type { AnyOperation } from '#server/operations/registry.ts';
import { linkOperations } from './operations.ts';
import { pageOperations } from './page-data.ts';

/** Operations on the report pages of clients. */
export const operations: readonly AnyOperation[] = [...linkOperations, ...pageOperations];
