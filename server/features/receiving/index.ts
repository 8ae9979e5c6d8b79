import type { AnyOperation } from '#server/operations/registry.ts';
import { receiveCallback } from './callbacks.ts';
import { historyOperations } from './history/operations.ts';
import { fetchMedia } from './media-operations.ts';
import { receiveInSandbox } from './sandbox-operations.ts';

/** Operations for what gateways report. */
export const operations: readonly AnyOperation[] = [
  receiveCallback,
  receiveInSandbox,
  fetchMedia,
  ...historyOperations,
];
