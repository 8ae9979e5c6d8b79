import { teamStatement } from '#server/db/statement.ts';
import { displayNameOf } from '#server/records/table.ts';
import { importedTables } from './imported-tables.ts';

/* Statements on the outcomes of rows. */

const names = Object.values(importedTables)
  .map(
    ({ table }) =>
      `when '${table.name}' then (select ${displayNameOf(table, 'r')} from ${table.name} r where r.team_id = $team and r.id = c.record_id)`,
  )
  .join(' ');

/** Rows of an import, in the order of the file. */
export const rowsOfImport = teamStatement(`
  select r.n, r.line, r.outcome, coalesce(r.problems, '[]') as problems, coalesce((
      select json_agg(json_build_object('record', c.record, 'resource', c.resource, 'record_id', c.record_id, 'action', c.action,
        'name', case c.resource ${names} end) order by c.record)
      from import_changes c where c.team_id = $team and c.import_id = $id and c.n = r.n), '[]') as records
  from import_rows r
  where r.team_id = $team and r.import_id = $id and r.n > $after::integer and ($outcome::text is null or r.outcome = $outcome)
  order by r.n limit 100`);

/** Records that undoing left, in the order of the file. */
export const leftRecords = teamStatement(`
  select c.n, r.line, c.record, c.resource, c.record_id, c.undo_outcome as outcome, c.undo_reason as reason,
    coalesce(c.undo_fields, '{}') as fields, case c.resource ${names} end as name
  from import_changes c join import_rows r on r.team_id = $team and r.import_id = c.import_id and r.n = c.n
  where c.team_id = $team and c.import_id = $id and c.undo_outcome in ('kept', 'failed') and c.n > $after::integer
    and ($outcome::text is null or c.undo_outcome = $outcome)
  order by c.n, c.record limit 100`);

/** Maximum problems of a list. */
const maxProblems = 100;

/** First problems of an import. */
export const problemRows = teamStatement(`
  with refused as (
    select r.n, r.line, r.problems, true as is_refused from import_rows r
    where r.team_id = $team and r.import_id = $id and r.outcome = 'refused' order by r.n limit ${maxProblems}),
  noted as (
    select r.n, r.line, r.problems, false as is_refused from import_rows r
    where r.team_id = $team and r.import_id = $id and r.outcome <> 'refused' and r.problems is not null order by r.n limit ${maxProblems})
  select r.line, i.contents -> 'columns' -> (p.problem ->> 'column')::integer ->> 'name' as column_name, p.problem
  from (select * from refused union all select * from noted) r
    join imports i on i.team_id = $team and i.id = $id
    cross join lateral json_array_elements(r.problems) with ordinality p (problem, nth)
  where not r.is_refused or (p.problem ->> 'is_refusal')::boolean
  order by r.is_refused desc, r.n, p.nth limit ${maxProblems}`);
