import { type TeamStatement, teamStatement, unprepared } from '#server/db/statement.ts';
import { changeKind } from '#server/events/catalogue.ts';
import { emits } from '#server/events/outbox.ts';
import { emitsRecord } from '#server/records/statements.ts';
import { countsRows } from '#server/records/totals.ts';
import { timeEntries } from '../../work/time-entries/table.ts';
import type { ImportedResource } from '../reading/mapping.ts';
import { importedTables } from './imported-tables.ts';
import { cached, withoutEvents } from './store-statements.ts';

/*
 * Statements that undo an import of a table. A record that the import created is removed with what came with it. The database refuses to remove one
 * that something refers to.
 */

/*
 * No statement here may depend on statistics: those of a large import are written faster than the database analyses them. Without them it
 * reads all changes of the import for each batch. So changes are found by places of rows (`= any`), and records by a subquery for each
 * (`offset 0`), which leave the database one index to use. They are planned each time: a plan of an empty table would be kept.
 */

/** Resources with changes to undo, and the place of the last row that has some. */
export const pendingResources = teamStatement(
  `
  select c.resource, max(c.n) as last from import_changes c
  where c.team_id = $team and c.import_id = $id and c.undo_outcome is null group by c.resource`,
  unprepared,
);

/** Changes to undo in some rows, later rows first. */
export const pendingChanges = teamStatement(
  `
  select c.n, c.record, c.record_id, c.action, c.before, c.after from import_changes c
  where c.team_id = $team and c.import_id = $id and c.n > $after::integer and c.n <= $last::integer
    and c.resource = $resource and c.undo_outcome is null
  order by c.n desc, c.record`,
  unprepared,
);

/** SQL: changes by this import of the record with an id. With \`=\`, the index of all changes of the import could be used. */
const changesOf = (id: string) => `import_changes c
  where c.team_id = $team and c.record_id = ${id} and c.import_id is not distinct from $id::uuid`;

/** SQL: the ids of the records \`free\`, which are removed. */
const freeIds = 'array(select free.id from free)';

/** Deletes rows that came with the removed records. */
const dependents: Partial<Record<ImportedResource, string>> = {
  tasks: `
    unassigned as (delete from task_assignees a where a.team_id = $team and a.task_id = any(${freeIds})),
    uncommented as (delete from comments c where c.team_id = $team and c.task_id = any(${freeIds}) and c.import_id = $id),
    unadjusted as (
      delete from time_entries e
      where e.team_id = $team and e.task_id = any(${freeIds}) and e.user_id is null returning e.*),`,
  projects: `
    boards as materialized (select p.id from pipelines p where p.team_id = $team and p.project_id = any(${freeIds})),
    unended as (delete from column_ends e where e.team_id = $team and e.pipeline_id = any(array(select boards.id from boards))),
    uncolumned as (delete from columns c where c.team_id = $team and c.pipeline_id = any(array(select boards.id from boards))),
    unboarded as (delete from pipelines p where p.team_id = $team and p.id = any(array(select boards.id from boards))),
    unkeyed as (delete from project_keys k where k.team_id = $team and k.project_id = any(${freeIds})),
    unnumbered as (delete from project_numbers k where k.team_id = $team and k.project_id = any(${freeIds})),`,
};

/** SQL: true if no row of a table matches; never a join with all rows of the team. */
const isNone = (table: string, condition: string) =>
  `coalesce((select false from ${table} x where x.team_id = $team and ${condition} limit 1), true)`;

/** SQL: true without files and comments of people. Records to which others refer, the database itself refuses to remove. */
const isUnused = (resource: ImportedResource) =>
  [
    isNone(
      'files',
      `x.record_type = '${resource}' and x.record_id = old.id and x.deleted_at is null`,
    ),
    ...(resource === 'contacts' ? [isNone('comments', 'x.contact_id = old.id')] : []),
  ].join(' and ');

/**
 * Removes records that the import created and that are as it left them. A row with the numbers of those that were removed, and of those
 * that are changed.
 */
export function removing(resource: ImportedResource, areEvents: boolean): TeamStatement {
  return cached(`remove ${resource} ${areEvents}`, () => {
    const { table } = importedTables[resource];
    const kind = areEvents ? changeKind(table, 'deleted') : undefined;
    const uncounted =
      resource === 'tasks'
        ? [{ resource: timeEntries, from: 'unadjusted', isDeleted: true } as const]
        : [];
    const emitted = kind
      ? `${emits([{ kind, from: 'doc', record: 'doc.id', data: 'doc.data', previous: `'{}'` }])},`
      : '';
    const isUndone = `c.record_id = any(${freeIds}) or not c.record_id = any(array(select old.id from old))`;
    return teamStatement(
      `with changes as materialized (
        select c.* from unnest($ids::uuid[]) k (id)
          cross join lateral (select c.n, c.record_id as id, c.version from ${changesOf('k.id')} offset 0) c),
      picked as materialized (select c.id, max(c.version) as version from changes c group by c.id),
      old as materialized (
        select locked.id, locked.updated_at, picked.version from (
          select t.id, t.updated_at from ${table.name} t
          where t.team_id = $team and t.id = any(array(select picked.id from picked)) order by t.id for update) locked
        join picked on picked.id = locked.id),
      free as materialized (
        select old.id from old where old.updated_at = old.version and ${isUnused(resource)}),
      ${dependents[resource] ?? ''}
      t as (delete from ${table.name} t where t.team_id = $team and t.id = any(${freeIds}) returning t.*),
      ${emitsRecord(withoutEvents(table), 'deleted', [], true)}${countsRows([{ resource: table, from: 't', isDeleted: true }, ...uncounted])},
      ${emitted}
      forgotten as (
        delete from external_ids e
        where e.team_id = $team and e.record_id = any(${freeIds}) and e.resource is not distinct from '${resource}'),
      marked as (
        update import_changes c set undo_outcome = case when ${isUndone} then 'reverted' else 'kept' end,
          undo_reason = case when ${isUndone} then null
            when c.record_id = any(array(select old.id from old where old.updated_at = old.version)) then 'in_use' else 'edited' end
        where c.team_id = $team and c.import_id = $id and c.n = any(array(select changes.n from changes))
          and c.record_id = any(array(select picked.id from picked)))
      select (select count(*) from picked)::integer - s.kept as reverted, s.kept
      from (select (select count(*) from old) - (select count(*) from free) as kept) s`,
      unprepared,
    );
  });
}

/** Removes the comments that the import added to tasks of which it has not made any, unless they were edited since; some at a time. */
export const removeComments = teamStatement(`
  with batch as (
    select c.id from comments c
    where c.team_id = $team and c.import_id = $id and c.edited_at is null and c.deleted_at is null
      and not exists (
        select from import_changes r
        where r.team_id = $team and r.import_id = $id and r.record_id = c.task_id and r.action = 'created')
    limit 1000)
  delete from comments c using batch where c.team_id = $team and c.id = batch.id returning c.id`);

/** Moves restored tasks to the trash again. */
export const trashTasks = teamStatement(`
  update tasks t set deleted_at = clock.now from (select now()) clock (now)
  where t.team_id = $team and t.id = any($ids::uuid[]) and t.deleted_at is null`);

/** Ids of records that the import created, among some. */
export const createdAmong = teamStatement(
  `
  select k.id from unnest($ids::uuid[]) k (id) cross join lateral (
    select from ${changesOf('k.id')} and c.action = 'created' limit 1) c`,
  unprepared,
);

/** Stores the outcomes of changes. */
export const storeUndone = teamStatement(
  `
  update import_changes c set undo_outcome = u.outcome, undo_reason = u.reason, undo_fields = u.fields
  from json_to_recordset($undone::json) as u (n integer, record text, outcome text, reason text, fields text[])
  where c.team_id = $team and c.import_id = $id and c.n = any($places::integer[]) and c.n = u.n and c.record = u.record`,
  unprepared,
);

/** Stores that a record stayed. */
export const storeLeft = teamStatement(
  `
  update import_changes c set undo_outcome = $outcome, undo_reason = $reason
  where c.team_id = $team and c.record_id = $record and c.import_id is not distinct from $id::uuid`,
  unprepared,
);
