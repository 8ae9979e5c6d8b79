import type { Row, TeamDb } from '#server/db/database.ts';
import { isOfTeam, teamStatement } from '#server/db/statement.ts';
import type { BusinessHours } from '#server/platform/business-hours.ts';
import type { Plan } from './occurrences.ts';

/* Recurrences as they are stored, with what their occurrences depend on. */

/** Values that a recurrence gives to its tasks unchanged. */
export const contentNames = [
  'pipeline_id',
  'title',
  'description',
  'checklist_markdown',
  'priority',
  'estimated_hours',
  'tags',
] as const;

export interface Recurrence extends Plan {
  /** Its columns. */
  readonly row: Row;
  /** In the team's time zone. */
  readonly today: string;
  readonly hours: BusinessHours | null;
  /** All occurrences up to this day were created or left out. */
  readonly createdUntil: string;
  readonly nextCheckOn: string | null;
  readonly isActive: boolean;
  /** False while its project is paused or over. */
  readonly isOpen: boolean;
  /** Later occurrences that a user created early or left out. */
  readonly handled: ReadonlySet<string>;
}

const select = `
  select r.*, r.starts_on::text as starts_on, r.created_until::text as created_until, r.next_check_on::text as next_check_on,
    (now() at time zone x.time_zone)::date::text as today, x.business_hours as hours,
    (select p.status in ('backlog', 'active') from projects p where ${isOfTeam('p')} and p.id = r.project_id) as is_open,
    array(select a.id from unnest(r.assignee_ids) with ordinality a (id, n)
      join users u on u.team_id = $team and u.id = a.id and u.suspended_at is null order by a.n) as present_ids,
    array(select o.occurs_on::text from task_occurrences o
      where o.team_id = $team and o.recurrence_id = r.id and o.occurs_on > r.created_until) as handled
  from task_recurrences r join teams x on x.id = $team where`;

/** Max recurrences of a project. */
export const maxRecurrences = 100;

const readOne = teamStatement(`${select} ${isOfTeam('r')} and r.id = $id`);
const readAll = teamStatement(
  `${select} r.team_id = $team and r.project_id = $id order by r.created_at, r.id limit ${maxRecurrences}`,
);
const lock = teamStatement(
  `select id from task_recurrences r where ${isOfTeam('r')} and r.id = $id for no key update`,
);

const recurrenceOf = (row: Row): Recurrence => ({
  row,
  rule: row.rule as string,
  starts_on: row.starts_on as string,
  shift: row.shift as Plan['shift'],
  days_ahead: row.days_ahead as number,
  today: row.today as string,
  hours: row.hours as BusinessHours | null,
  createdUntil: row.created_until as string,
  nextCheckOn: row.next_check_on as string | null,
  isActive: row.is_active === true,
  isOpen: row.is_open === true,
  handled: new Set(row.handled as readonly string[]),
});

/** Reads the recurrences of a project, oldest first. */
export const recurrencesOf = async (db: TeamDb, project: string): Promise<readonly Recurrence[]> =>
  (await db.run(readAll, { id: project })).map(recurrenceOf);

/** Locks and then reads a recurrence, in a transaction; undefined if it does not exist. */
export async function takeRecurrence(tx: TeamDb, id: string): Promise<Recurrence | undefined> {
  await tx.run(lock, { id });
  const [row] = await tx.run(readOne, { id });
  return row && recurrenceOf(row);
}
