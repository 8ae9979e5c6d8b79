import type { Platform } from '#server/db/database.ts';
import { removes } from '#server/db/removal.ts';
import { platformStatement, unprepared } from '#server/db/statement.ts';

const teamsWithDue = platformStatement('select team_id from teams_due', unprepared);

/** Teams with a due run of a workflow. */
export const dueTeams = async (platform: Platform): Promise<string[]> =>
  (await platform.run(teamsWithDue)).map((row) => row.team_id as string);

/** Deletes completed runs of workflows with their steps. */
export const removeRuns = removes('workflow_runs', 'team_id, id', 'completed_at', '30 days');
