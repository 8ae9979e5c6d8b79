import type { Platform } from '#server/db/database.ts';
import { type DueWork, inMs, readDue } from '#server/db/job-queue.ts';
import { removes } from '#server/db/removal.ts';
import { platformStatement, unprepared } from '#server/db/statement.ts';

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
