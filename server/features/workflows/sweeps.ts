import type { Database, Platform } from '#server/db/database.ts';
import { type DueWork, inMs, readDue } from '#server/db/job-queue.ts';
import { type RemovalRound, removes } from '#server/db/removal.ts';
import { platformStatement, unprepared } from '#server/db/statement.ts';
import { startInTeam } from './start-due.ts';

const teamsWithDue = platformStatement(
  `
  select case when is_due then array[team_id] end as key,
    ${inMs('min(first_at) filter (where first_at > now())')} as next_in_ms
  from teams_waiting group by 1`,
  unprepared,
);

/** Teams with a due run of a workflow. */
export const dueTeams = (platform: Platform): Promise<DueWork> => readDue(platform, teamsWithDue);

/** Deletes completed runs of workflows with their steps. */
export const removeRuns = removes('workflow_runs', 'team_id, id', 'completed_at', '30 days');

const teamsWithDueWorkflows = platformStatement(
  'select distinct team_id from workflows where is_active and next_at <= now()',
  unprepared,
);

/**
 * Starts the runs of workflows that are due by time. A team whose workflows fail does not delay the others.
 * @returns the number of runs
 */
export async function startDueWorkflows(
  { platform, team }: Database,
  { isStopping, isSteady }: RemovalRound,
): Promise<number> {
  const { rows, steady } = await platform.transaction(async (tx) => ({
    steady: await isSteady(tx),
    rows: await tx.run(teamsWithDueWorkflows),
  }));
  let count = 0;
  const failures: unknown[] = [];
  for (const { team_id } of rows) {
    if (isStopping()) break;
    try {
      count += await startInTeam(team(team_id as string), steady);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return count;
}
