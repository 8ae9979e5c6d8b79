import type { TeamDb } from '#server/db/database.ts';
import { isOfTeam, teamStatement } from '#server/db/statement.ts';
import type { Values } from '#server/records/crud-queries.ts';
import { makesTasks } from '../tasks/operations.ts';
import { dueOccurrences, type Occurrence } from './occurrences.ts';
import { contentNames, type Recurrence, takeRecurrence } from './recurrence.ts';

/*
 * Creates the tasks of recurrences. A task, its events and its occurrence are one statement. The lock of the recurrence orders several
 * processes, and the primary key of task_occurrences refuses a second task of an occurrence (docs/adr/0223-recurring-tasks.md).
 */

const make = makesTasks(`,
  occurrence as (
    insert into task_occurrences (team_id, recurrence_id, occurs_on, task_id)
    select t.team_id, $recurrence_id::uuid, $occurs_on::date, t.id from t)`);

/** Creates the task of an occurrence. @param values of the task that differ from those of the recurrence @returns its JSON text */
export function createOccurrence(
  tx: TeamDb,
  { row }: Recurrence,
  { occurs_on, due_on }: Occurrence,
  values: Values = {},
): Promise<string> {
  const task = {
    ...Object.fromEntries(contentNames.map((name) => [name, row[name]])),
    project_id: row.project_id,
    assignee_ids: row.present_ids,
    assignee_id: null,
    reporter_id: row.created_by,
    column: null,
    start_date: null,
    due_date: due_on,
    ...values,
  };
  return make(tx, task, { recurrence_id: row.id, occurs_on });
}

const advance = teamStatement(`
  update task_recurrences r set created_until = $until::date, next_check_on = $next::date, failed_at = null
  where ${isOfTeam('r')} and r.id = $id`);
/** Max tasks that one transaction creates. */
const maxTasks = 50;

/** Creates the tasks of a recurrence that are due. @returns true if it was advanced */
export const createDueTasks = (db: TeamDb, id: string): Promise<boolean> =>
  db.transaction(async (tx) => {
    const recurrence = await takeRecurrence(tx, id);
    if (!recurrence?.isActive) return false;
    const { createdUntil, nextCheckOn, today, hours, isOpen, handled } = recurrence;
    // Another process was faster.
    if (nextCheckOn === null || nextCheckOn > today) return false;
    const {
      due,
      until,
      nextCheckOn: next,
    } = dueOccurrences(recurrence, createdUntil, today, hours, maxTasks);
    for (const occurrence of due)
      if (isOpen && !handled.has(occurrence.occurs_on))
        await createOccurrence(tx, recurrence, occurrence);
    await tx.run(advance, { id, until, next });
    return true;
  });
