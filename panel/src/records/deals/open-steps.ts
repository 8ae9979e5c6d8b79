import { useListWithPending } from '#panel/commands/pending-changes.ts';
import type { NextStep } from './board.ts';

/** Steps of a deal that are still open once pending changes are saved. */
export function useOpenSteps(steps: readonly NextStep[]) {
  const withState = steps.map((step) => ({ ...step, is_completed: false }));
  return useListWithPending('activities', withState).filter((each) => !each.is_completed);
}
