import type { AnyOperation } from '#server/operations/registry.ts';
import { listInPanel as listActivities } from './activities/panel-list.ts';
import { billingLineOperations } from './billing-lines/operations.ts';
import { getBoard } from './deals/board.ts';
import { listInPanel as listDeals } from './deals/operations.ts';
import { getPhaseHistory, getTerms } from './deals/phase-history.ts';
import { getPhases } from './deals/phases-in-use.ts';
import { duplicateOperations } from './duplicates/operations.ts';

/** Operations on clients, contacts, deals and activities, in addition to those of their tables. */
export const operations: readonly AnyOperation[] = [
  getPhases,
  getBoard,
  listDeals,
  getPhaseHistory,
  getTerms,
  listActivities,
  ...duplicateOperations,
  ...billingLineOperations,
];
