import type { Database } from '#server/db/database.ts';
import type { RemovalRound } from '#server/db/removal.ts';
import { isOfTeam, platformStatement, teamStatement, unprepared } from '#server/db/statement.ts';
import { attributedTo } from '#server/events/audit.ts';
import { attributionOf } from '#server/operations/audit-attribution.ts';
import { ApiError, isPassing } from '#server/platform/errors.ts';
import { createDueTasks } from './create-tasks.ts';

const setFailed = teamStatement(
  `update task_recurrences r set failed_at = now() where ${isOfTeam('r')} and r.id = $id`,
);

/**
 * Recurrences to be checked. `failed_at` may be in the future after the clock was set back. The first condition on `next_check_on` is the
 * index's: no time zone is further ahead.
 */
const dueRecurrences = platformStatement(
  `select r.team_id, r.id from task_recurrences r
  where r.is_active and r.next_check_on <= (now() at time zone 'UTC' + interval '14 hours')::date
    and r.next_check_on <= (now() at time zone (select x.time_zone from teams x where x.id = r.team_id))::date
    and (r.failed_at is null or r.failed_at not between now() - interval '1 hour' and now())
  order by r.next_check_on, r.team_id, r.id limit 100`,
  unprepared,
);

const attribution = attributionOf({ actor: { kind: 'system' } }, 'task_recurrences.create_task');

/**
 * Creates the tasks of recurrences that are due. A recurrence that fails does not delay the others, and is retried after an hour.
 * @returns the number of recurrences that were advanced
 */
export async function createRecurringTasks(
  { platform, team }: Database,
  { isStopping, isSteady }: RemovalRound,
): Promise<number> {
  let advanced = 0;
  const failures: unknown[] = [];
  while (!isStopping()) {
    // Creates nothing while the clock is unreliable: a jump forward would create the tasks of months.
    const rows = await platform.transaction(async (tx) =>
      (await isSteady(tx)) ? tx.run(dueRecurrences) : [],
    );
    if (rows.length === 0) break;
    for (const row of rows) {
      if (isStopping()) break;
      const [db, id] = [attributedTo(team(row.team_id as string), attribution), row.id as string];
      try {
        if (await createDueTasks(db, id)) advanced += 1;
      } catch (error) {
        if (isPassing(error)) throw error;
        if (!(error instanceof ApiError)) failures.push(error);
        await db.run(setFailed, { id });
      }
    }
  }
  if (failures.length > 0) throw failures[0];
  return advanced;
}
