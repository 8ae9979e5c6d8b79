import type { AnyOperation } from '#server/operations/registry.ts';
import { endpointHealthOperations } from './endpoint-health.ts';
import { testMapping } from './mapping-tester.ts';
import { webhookOperations } from './operations.ts';
import { receiveWebhook } from './receive.ts';

/** Operations on webhook endpoints, deliveries and receptions, in addition to those of their table. */
export const operations: readonly AnyOperation[] = [
  ...webhookOperations,
  ...endpointHealthOperations,
  testMapping,
  receiveWebhook,
];
