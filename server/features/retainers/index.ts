import type { AnyOperation } from '#server/operations/registry.ts';
import { recalculateBillingLine } from './billing.ts';
import { billingCsv } from './billing-csv.ts';
import { contractFromDeal } from './from-deal.ts';
import { hourOperations } from './hours.ts';

/** Operations on the hours of contracts, and on contracts of won deals, and billing lines. */
export const operations: readonly AnyOperation[] = [
  contractFromDeal,
  ...hourOperations,
  recalculateBillingLine,
  billingCsv,
];
