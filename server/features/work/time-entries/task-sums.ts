import type { TeamDb } from '#server/db/database.ts';
import { isOfTeam, teamStatement, unprepared } from '#server/db/statement.ts';
import { hasQueued } from '#server/events/outbox.ts';
import { changeOf, emitsChange, emitsRecord } from '#server/records/statements.ts';
import { countsRows } from '#server/records/totals.ts';
import { tasks } from '../tasks/table.ts';
import { rateWithoutUser } from './rates.ts';
import { maxMinutes, timeEntries } from './table.ts';

/*
 * The sum of a task's entries. `tasks.entry_minutes` is exact; `actual_hours` is derived from it, and remains writable: an adjusting entry then
 * makes up the difference (docs/adr/0214-time-entries.md).
 */

/** SQL: minutes of a task's hours. An entry's minutes have as many decimals, so that hours derived from a sum lead back to it. */
const minutesOf = (hours: string) => `round((coalesce(${hours}, 0) * 60)::numeric, 6)`;

/** SQL: minutes that a task shows: at least 0, although corrections may be larger than what they correct. */
const displayed = (sum: string) => `least(greatest(${sum}, 0), ${maxMinutes})`;

/** SQL: hours that a task with this sum shows. */
const hoursOf = (sum: string) => `round(${displayed(sum)} / 60, 10)::double precision`;

/** SQL: true if the hours of a task were changed without an entry. The index tasks_unadjusted has the same condition. */
export const isUnadjusted = (task: string) =>
  `${displayed(`${task}entry_minutes`)} <> ${minutesOf(`${task}actual_hours`)}`;

/** Entries of tasks in the trash count as well: the task may be restored. */
const { visible: _, ...anyTask } = tasks;

/** SQL: the sum that a task's hours show; until they are adjusted, it differs from that of its entries. */
const currentSum = `case when ${isUnadjusted('old.')} then ${minutesOf('old.actual_hours')} else old.entry_minutes end`;

const difference = '$added::numeric - $removed::numeric';
/** SQL of rows `team_id`, `id`, `difference`: tasks whose sum is not that of their entries, over all teams. */
export const wrongSums = `
  select x.team_id, x.id, coalesce(e.minutes, 0) - x.entry_minutes as difference
  from tasks x left join (
    select team_id, task_id, sum(minutes) as minutes from time_entries where task_id is not null group by team_id, task_id) e
    on e.team_id = x.team_id and e.task_id = x.id
  where x.entry_minutes <> coalesce(e.minutes, 0)`;

/** SQL that corrects these sums, safe with concurrent writes: a row with `team_id` for each. */
export const repairSums = `
  update tasks old set entry_minutes = old.entry_minutes + w.difference,
    actual_hours = ${hoursOf(`(${currentSum}) + w.difference`)}
  from (${wrongSums}) w where old.team_id = w.team_id and old.id = w.id returning old.team_id`;

const change = changeOf(anyTask, [], [], {
  entry_minutes: `old.entry_minutes + ${difference}`,
  actual_hours: hoursOf(`(${currentSum}) + ${difference}`),
});
const emitted = emitsChange(anyTask, change, [
  {
    kind: 'task.updated',
    where: 't.deleted_at is null and t.actual_hours is distinct from old.actual_hours',
  },
]);
const addMinutes = teamStatement(
  `with ${change.with}, ${emitted} select ${hasQueued(emitted)} as has_queued from doc`,
);

/** Duration of an entry, and its task. */
export interface EntryMinutes {
  readonly task_id: string | null;
  /** Null while the timer runs. */
  readonly minutes: number | null;
}

/**
 * Adds the difference between an entry before and after a change to the sums of its tasks, in the transaction of the change. Locks the tasks,
 * always in the same order.
 */
export async function moveMinutes(
  tx: TeamDb,
  before: EntryMinutes | undefined,
  after: EntryMinutes | undefined,
): Promise<void> {
  const ids = [...new Set([before?.task_id, after?.task_id])].filter(
    (id) => typeof id === 'string',
  );
  const minutesOn = (entry: EntryMinutes | undefined, id: string) =>
    (entry?.task_id === id ? entry.minutes : null) ?? 0;
  for (const id of ids.toSorted()) {
    const [added, removed] = [minutesOn(after, id), minutesOn(before, id)];
    if (added !== removed) await tx.run(addMinutes, { id, added, removed });
  }
}

/**
 * Adds an entry with the difference to each of the tasks `$ids` whose hours were changed without one. Reads their projects once, whatever
 * the statistics (ADR 115).
 * @param rest further parts of the `with`, each beginning with a comma, over the new entries `t`
 * @param queued SQL: true if they queue background work
 */
const adjusting = (rest: string, queued: string) => `
  with old as materialized (
    select x.id, x.project_id, x.entry_minutes, ${minutesOf('x.actual_hours')} as minutes from tasks x
    where x.team_id = $team and x.id = any($ids::uuid[]) and ${isUnadjusted('x.')} order by x.id for no key update),
  summed as (
    update tasks x set entry_minutes = old.minutes from old where x.team_id = $team and x.id = old.id returning x.id),
  owners as materialized (
    select x.id, x.client_id, x.hourly_rate from projects x
    where ${isOfTeam('x')} and x.id = any (array(select project_id from old))),
  t as (
    insert into time_entries (team_id, id, task_id, project_id, client_id, started_at, minutes, hourly_rate, origin)
    select $team, uuid7(), old.id, old.project_id, p.client_id, now(), old.minutes - old.entry_minutes,
      ${rateWithoutUser('p.client_id', 'p.hourly_rate')}, 'api'
    from old left join owners p on p.id = old.project_id returning *)${rest}
  select t.id, ${queued} as has_queued from t`;

const emittedEntries = emitsRecord(timeEntries, 'created', [], true);
const adjustNotifying = teamStatement(adjusting(`, ${emittedEntries}`, hasQueued(emittedEntries)));
const adjustQuietly = teamStatement(
  adjusting(countsRows([{ resource: timeEntries, from: 't' }]), 'false'),
  unprepared,
);

/**
 * Adds adjusting entries to tasks whose actual_hours were written, in the same transaction.
 * @param emits false for hours that a version before entries wrote, and for imports without events
 * @returns the number of entries
 */
export async function adjustEntries(
  tx: TeamDb,
  ids: readonly string[],
  emits = true,
): Promise<number> {
  return (await tx.run(emits ? adjustNotifying : adjustQuietly, { ids })).length;
}
