import { type TeamStatement, teamStatement, unprepared } from '#server/db/statement.ts';
import { changeKind } from '#server/events/catalogue.ts';
import { emits } from '#server/events/outbox.ts';
import { emitsRecord } from '#server/records/statements.ts';
import { countsRows } from '#server/records/totals.ts';
import type { ImportedResource } from '../reading/mapping.ts';
import { importedTables } from './imported-tables.ts';
import { cached, withoutEvents } from './store-statements.ts';

/*
 * Statements that undo an import of a table. A record that the import created is removed with what came with it. The database refuses to remove one
 * that something refers to.
 */

/** Changes to undo, later rows first, from the row `$last`: those of later rows are undone, and need not be read again. */
export const pendingChanges = teamStatement(`
  select c.n, c.record, c.record_id, c.action, c.before, c.after from import_changes c
  where c.team_id = $team and c.import_id = $id and c.resource = $resource and c.undo_outcome is null
    and ($last::integer is null or c.n <= $last::integer)
  order by c.n desc, c.record limit $most::integer`);

/** Rows that came with a record, over the records \`free\`, which are removed. */
const dependents: Partial<Record<ImportedResource, string>> = {
  tasks: `
    unassigned as (delete from task_assignees a using free where a.team_id = $team and a.task_id = free.id),
    uncommented as (delete from comments c using free where c.team_id = $team and c.task_id = free.id and c.import_id = $id),`,
  projects: `
    boards as materialized (select p.id from pipelines p join free on free.id = p.project_id where p.team_id = $team),
    unended as (delete from column_ends e using boards where e.team_id = $team and e.pipeline_id = boards.id),
    uncolumned as (delete from columns c using boards where c.team_id = $team and c.pipeline_id = boards.id),
    unboarded as (delete from pipelines p using boards where p.team_id = $team and p.id = boards.id),
    unkeyed as (delete from project_keys k using free where k.team_id = $team and k.project_id = free.id),
    unnumbered as (delete from project_numbers k using free where k.team_id = $team and k.project_id = free.id),`,
};

/** SQL: true without files and comments of people. Records to which others refer, the database itself refuses to remove. */
const isUnused = (resource: ImportedResource) => `
  not exists (select from files f where f.team_id = $team and f.record_type = '${resource}' and f.record_id = old.id and f.deleted_at is null)
  ${resource === 'contacts' ? 'and not exists (select from comments c where c.team_id = $team and c.contact_id = old.id)' : ''}`;

/**
 * Removes records that the import created and that are as it left them. A row with the numbers of those that were removed, and of those
 * that are changed.
 */
export function removing(resource: ImportedResource, areEvents: boolean): TeamStatement {
  return cached(`remove ${resource} ${areEvents}`, () => {
    const { table } = importedTables[resource];
    const kind = areEvents ? changeKind(table, 'deleted') : undefined;
    const emitted = kind
      ? `${emits([{ kind, from: 'doc', record: 'doc.id', data: 'doc.data', previous: `'{}'` }])},`
      : '';
    return teamStatement(
      `with picked as materialized (
        select c.record_id, max(c.version) as version from import_changes c
        where c.team_id = $team and c.import_id = $id and c.record_id = any($ids::uuid[]) group by c.record_id),
      old as materialized (
        select locked.id, locked.updated_at, picked.version from (
          select t.id, t.updated_at from ${table.name} t
          where t.team_id = $team and t.id = any(array(select record_id from picked)) order by t.id for update) locked
        join picked on picked.record_id = locked.id),
      free as materialized (
        select old.id from old where old.updated_at = old.version and ${isUnused(resource)}),
      ${dependents[resource] ?? ''}
      t as (delete from ${table.name} t using free where t.team_id = $team and t.id = free.id returning t.*),
      ${emitsRecord(withoutEvents(table), 'deleted', [], true)}${countsRows([{ resource: table, from: 't', isDeleted: true }])},
      ${emitted}
      forgotten as (
        delete from external_ids e using free where e.team_id = $team and e.resource = '${resource}' and e.record_id = free.id),
      marked as (
        update import_changes c set undo_outcome = case when old.id is null or free.id is not null then 'reverted' else 'kept' end,
          undo_reason = case when old.id is null or free.id is not null then null when old.updated_at = old.version then 'in_use' else 'edited' end
        from picked left join old on old.id = picked.record_id left join free on free.id = picked.record_id
        where c.team_id = $team and c.import_id = $id and c.record_id = picked.record_id)
      select (select count(*) from picked left join old on old.id = picked.record_id left join free on free.id = picked.record_id
          where old.id is null or free.id is not null)::integer as reverted,
        (select count(*) from old left join free on free.id = old.id where free.id is null)::integer as kept`,
      unprepared,
    );
  });
}

/** Moves restored tasks to the trash again. */
export const trashTasks = teamStatement(`
  update tasks t set deleted_at = clock.now from (select now()) clock (now)
  where t.team_id = $team and t.id = any($ids::uuid[]) and t.deleted_at is null`);

/** Ids of records that the import created, among some. */
export const createdAmong = teamStatement(`
  select distinct c.record_id as id from import_changes c
  where c.team_id = $team and c.import_id = $id and c.action = 'created' and c.record_id = any($ids::uuid[])`);

/** Stores the outcomes of changes. */
export const storeUndone = teamStatement(`
  update import_changes c set undo_outcome = u.outcome, undo_reason = u.reason, undo_fields = u.fields
  from json_to_recordset($undone::json) as u (n integer, record text, outcome text, reason text, fields text[])
  where c.team_id = $team and c.import_id = $id and c.n = u.n and c.record = u.record`);

/** Stores that a record stayed. */
export const storeLeft = teamStatement(`
  update import_changes c set undo_outcome = $outcome, undo_reason = $reason
  where c.team_id = $team and c.import_id = $id and c.record_id = $record`);
