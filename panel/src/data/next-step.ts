import type { DealBoard } from '../api/types.ts';

export type NextStep = NonNullable<DealBoard['cards'][number]['next_step']>;

/** What is known of what comes next with a deal. */
export interface WithStep {
  readonly next_step: NextStep | null;
}

/** What is to be done next: nothing is planned, something is late, something is. */
export type StepState = 'none' | 'late' | 'planned';

export function stepState({ next_step: step }: WithStep, today: string): StepState {
  if (!step) return 'none';
  return step.date !== null && step.date < today ? 'late' : 'planned';
}
