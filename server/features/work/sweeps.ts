import type { Database } from '#server/db/database.ts';
import type { RemovalRound } from '#server/db/removal.ts';
import { isOfTeam, platformStatement, teamStatement, unprepared } from '#server/db/statement.ts';
import { firstFree, keysFor } from './projects/keys.ts';
import { adjustEntries, isUnadjusted } from './time-entries/task-sums.ts';

/*
 * Keys of projects and numbers of tasks that older processes left empty (docs/adr/0161-task-numbers.md).
 */

// Missing keys --------------------------------------------------------------------------------------

const withoutKey = platformStatement(
  'select team_id, id, name from projects where key is null order by team_id, created_at, id limit 50',
  unprepared,
);
const findKey = teamStatement(`select ${firstFree(isOfTeam('x'))} as key`);
const assignKey = teamStatement(
  `update projects x set key = $key where ${isOfTeam('x')} and x.id = $id and (x.key is null) is true returning x.key`,
);

/** Assigns keys to projects that an older process created. @returns the number of them */
export async function assignMissingKeys(
  { platform }: Database,
  { isStopping }: Pick<RemovalRound, 'isStopping'>,
): Promise<number> {
  for (let assigned = 0; ; ) {
    const assignedNow = await platform.transaction(async (tx, team) => {
      let count = 0;
      for (const { team_id, id, name } of await tx.run(withoutKey)) {
        const db = team(team_id as string);
        const [free] = await db.run(findKey, { keys: keysFor(name as string) });
        if (typeof free?.key === 'string')
          count += (await db.run(assignKey, { id, key: free.key })).length;
      }
      return count;
    });
    assigned += assignedNow;
    if (assignedNow === 0 || isStopping()) return assigned;
  }
}

// Missing numbers -----------------------------------------------------------------------------------

/** Only one process assigns missing numbers at a time. */
const mayAssign = platformStatement('select pg_try_advisory_xact_lock(7208509) as may');
const nextProject = platformStatement(
  'select team_id, project_id from tasks where number is null order by team_id, project_id limit 1',
  unprepared,
);

const assign = teamStatement(
  `
  with unnumbered as materialized (
    select x.id, row_number() over (order by x.created_at, x.id) as n from (
      select id, created_at from tasks where team_id = $team and project_id = $project and number is null
      order by created_at, id limit 500) x),
  size as (select count(*)::integer as n from unnumbered),
  counter as (
    insert into project_numbers as p (team_id, project_id, last) select $team, $project::uuid, size.n from size
    on conflict (team_id, project_id) do update set last = p.last + excluded.last
    returning last)
  update tasks t set number = counter.last - size.n + unnumbered.n from unnumbered, size, counter
  where t.team_id = $team and t.id = unnumbered.id and (t.number is null) is true returning t.id`,
  unprepared,
);

/**
 * Numbers the tasks that have none, in order of creation: those from before numbers, and those that an older process creates during an
 * upgrade. Emits no events: nothing that a person entered changes.
 * @returns the number of them
 */
export async function assignMissingNumbers(
  { platform }: Database,
  { isStopping }: Pick<RemovalRound, 'isStopping'>,
): Promise<number> {
  for (let assigned = 0; ; ) {
    const assignedNow = await platform.transaction(async (tx, team) => {
      const [lock] = await tx.run(mayAssign);
      const [next] = lock?.may === true ? await tx.run(nextProject) : [];
      if (!next) return 0;
      return (await team(next.team_id as string).run(assign, { project: next.project_id })).length;
    });
    assigned += assignedNow;
    if (assignedNow === 0 || isStopping()) return assigned;
  }
}

// Hours without entries -----------------------------------------------------------------------------

const unadjusted = platformStatement(
  `select team_id, id from tasks where ${isUnadjusted('')} order by team_id, id limit 500`,
  unprepared,
);

/**
 * Adds entries to tasks whose hours were written without one: those from before time entries, and those that an older process changes during
 * an upgrade (docs/adr/0214-time-entries.md). Emits no events: nothing that a person entered changes.
 * @returns the number of entries
 */
export async function adjustTaskHours(
  { platform }: Database,
  { isStopping }: Pick<RemovalRound, 'isStopping'>,
): Promise<number> {
  for (let adjusted = 0; ; ) {
    const adjustedNow = await platform.transaction(async (tx, team) => {
      const ids = Map.groupBy(await tx.run(unadjusted), ({ team_id }) => team_id as string);
      let count = 0;
      for (const [id, rows] of ids)
        count += await adjustEntries(
          team(id),
          rows.map((row) => row.id as string),
          false,
        );
      return count;
    });
    adjusted += adjustedNow;
    if (adjustedNow === 0 || isStopping()) return adjusted;
  }
}
