import { backlogOf } from '#server/db/backlog.ts';

/** Runs that wait for their next step. */
export const waitingRuns = backlogOf('workflow_runs', 'next_step_at');
