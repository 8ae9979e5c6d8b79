import { type TeamStatement, teamStatement, unprepared } from '#server/db/statement.ts';
import { changeKind } from '#server/events/catalogue.ts';
import { batchCte, overBatch } from '#server/records/batch.ts';
import { emitsChanges } from '#server/records/bulk-change.ts';
import { type Derived, emitsRecord } from '#server/records/statements.ts';
import type { Table } from '#server/records/table.ts';
import { countsRows } from '#server/records/totals.ts';
import { nextNumbers } from '../../work/tasks/numbers.ts';
import { movedEvent } from '../../work/tasks/operations.ts';
import { maxPosition, nextEnds } from '../../work/tasks/positions.ts';
import type { ImportedResource } from '../reading/mapping.ts';
import { importedTables } from './imported-tables.ts';

/*
 * Statements that store many records at once, with their audit entries, history and totals, and with events only if the import emits them.
 */

/** Times of the file; the present without one. A record is never older than it was created. */
const createdAt = 'coalesce($created_at::timestamptz(3), now())';
const updatedAt = `greatest(${createdAt}, coalesce($updated_at::timestamptz(3), now()))`;
/** The time of the last change in the file. */
const lastChange = 'coalesce($updated_at::timestamptz(3), $created_at::timestamptz(3), now())';

/** Columns that follow from others, as in the operations of each resource. */
const derived: Readonly<Record<ImportedResource, Derived>> = {
  contacts: { jid: `$phone::text || '@' || $suffix::text` },
  clients: {
    deactivated_at: `case when $status::client_status = 'inactive' then ${lastChange} end`,
  },
  projects: {
    slug: '$slug::text',
    key: '$key::text',
    created_by: '$created_by::uuid',
    completed_at: `coalesce($completed_at::timestamptz(3), case when $status::project_status = 'completed' then ${lastChange} end)`,
    archived_at: `case when $status::project_status = 'cancelled' then ${lastChange} end`,
  },
  deals: {
    phase_rank: `coalesce((select array_position(x.deal_phases, $phase::text) from teams x where x.id = $team), 2147483647)`,
    archived_at: `case when $status::deal_status = 'arquivado' then ${lastChange} end`,
  },
  campaigns: {
    created_by: '$created_by::uuid',
    cancelled_at: `case when $status::campaign_status = 'cancelled' then ${lastChange} end`,
  },
  activities: {
    created_by: '$created_by::uuid',
    occurred_at: `coalesce($occurred_at::timestamptz(3), ${createdAt})`,
    completed_at: `case when $is_completed::boolean then ${lastChange} end`,
  },
  tasks: {
    completed_at: `coalesce($completed_at::timestamptz(3), case when $is_done::boolean then ${lastChange} end)`,
    deleted_at: `case when $is_archived::boolean then ${lastChange} end`,
  },
};

/** A table whose changes emit no events. */
export const withoutEvents = (table: Table): Table => {
  const { emits: _, notifications: __, ...quiet } = table;
  return quiet;
};

/** CTEs over new records `t`. */
const newRecords = (table: Table, emits: boolean) =>
  emits
    ? emitsRecord(table, 'created', [], true)
    : `${emitsRecord(withoutEvents(table), 'created', [], true)}${countsRows([{ resource: table, from: 't' }])}`;

function createsMany(resource: ImportedResource, emits: boolean): TeamStatement {
  const { table, input } = importedTables[resource];
  const set: Record<string, string> = {
    ...Object.fromEntries(
      input.accepts.map((name) => [name, `$${name}::${table.fields[name]?.sql}`]),
    ),
    ...derived[resource],
    created_at: createdAt,
    updated_at: updatedAt,
  };
  const columns = Object.keys(set).map((name) => `"${name}"`);
  const values = Object.values(set);
  const { cte } = batchCte(table.fields, values);
  return teamStatement(
    `with ${cte},
    t as (
      insert into ${table.name} (team_id, id, ${columns.join(', ')})
      select $team, b.id::uuid, ${values.map(overBatch).join(', ')} from batch b order by b.place returning *),
    ${newRecords(table, emits)}
    select t.id, t.updated_at as version from t`,
    unprepared,
  );
}

/** Creates tasks at the ends of their columns, with the next numbers of their projects. */
function createsTasks(emits: boolean): TeamStatement {
  const { table, input } = importedTables.tasks;
  const set: Record<string, string> = {
    ...Object.fromEntries(
      input.accepts
        .filter((name) => name !== 'column')
        .map((name) => [name, `$${name}::${table.fields[name]?.sql}`]),
    ),
    ...derived.tasks,
    created_at: createdAt,
    updated_at: updatedAt,
  };
  const columns = Object.keys(set).map((name) => `"${name}"`);
  const values = Object.values(set);
  const { cte } = batchCte(table.fields, [
    ...values,
    ...['$pipeline_id::uuid', '$column::text', '$place_at::text'],
  ]);
  return teamStatement(
    `with ${cte},
    placed as materialized (
      select b.id, b.place, b.project_id::uuid as project_id, b.pipeline_id::uuid as pipeline_id, b."column",
        b.place_at::double precision as place_at, count(*) over (partition by b.pipeline_id, b."column") as n,
        row_number() over (partition by b.pipeline_id, b."column" order by b.place) as rank,
        count(*) over (partition by b.project_id) as of_project, row_number() over (partition by b.project_id order by b.place) as nth
      from batch b),
    numbered as (${nextNumbers}),
    ended as (${nextEnds('(select count(*) from numbered) > 0')}),
    ends as materialized (
      select p.*, coalesce(p.place_at, ended.last - p.n + p.rank) as position, numbered.last - p.of_project + p.nth as number
      from placed p join ended on ended.pipeline_id = p.pipeline_id and ended."column" = p."column"
        join numbered on numbered.project_id = p.project_id),
    t as (
      insert into tasks (team_id, id, number, pipeline_id, "column", position, ${columns.join(', ')})
      select $team, b.id::uuid, p.number, p.pipeline_id, p."column", p.position, ${values.map(overBatch).join(', ')}
      from ends p join batch b on b.id = p.id where p.position <= ${maxPosition} order by p.place returning *),
    assigned as (
      insert into task_assignees (team_id, task_id, user_id)
      select t.team_id, t.id, assignee from t, unnest(t.assignee_ids) assignee on conflict do nothing),
    ${newRecords(table, emits)}
    select t.id, t.updated_at as version from t`,
    unprepared,
  );
}

/** Fields of a campaign that its approval is about. */
const shownFields = `'{name,description,start_date,end_date,target_platforms,content_pillars,goals}'::text[]`;

/** Columns that follow from a change: `b.sets` are the names of the changed fields. */
const consequences: Partial<Record<ImportedResource, Derived>> = {
  clients: {
    deactivated_at: `case when not 'status' = any(b.sets) then old.deactivated_at when b."status" = 'inactive' then coalesce(old.deactivated_at, clock.now) end`,
  },
  projects: {
    completed_at: `case when 'completed_at' = any(b.sets) then b."completed_at"::timestamptz(3) when not 'status' = any(b.sets) then old.completed_at
      when b."status" = 'completed' then clock.now when old.status <> 'completed' then old.completed_at end`,
    archived_at: `case when not 'status' = any(b.sets) then old.archived_at when b."status" = 'cancelled' then coalesce(old.archived_at, clock.now) end`,
  },
  deals: {
    phase_rank: `case when 'phase' = any(b.sets)
      then coalesce((select array_position(x.deal_phases, b."phase") from teams x where x.id = $team), 2147483647) else old.phase_rank end`,
    archived_at: `case when not 'status' = any(b.sets) then old.archived_at when b."status" = 'arquivado' then coalesce(old.archived_at, clock.now) end`,
  },
  campaigns: {
    cancelled_at: `case when not 'status' = any(b.sets) then old.cancelled_at when b."status" = 'cancelled' then coalesce(old.cancelled_at, clock.now) end`,
    revision: `old.revision + case when old.is_shown and b.sets && ${shownFields} then 1 else 0 end`,
    approval_status: `case when old.is_shown and b.sets && ${shownFields} then 'pending'::approval_status else old.approval_status end`,
  },
  activities: {
    completed_at: `case when not 'is_completed' = any(b.sets) then old.completed_at when b."is_completed" = 'true' then coalesce(old.completed_at, clock.now) end`,
  },
  tasks: { deleted_at: `case when b."is_restored" = 'true' then null else old.deleted_at end` },
};

/** CTEs: tasks that go to the ends of other columns of their boards, in the order of the batch. */
const placesOfMoved = `
    placed as materialized (
      select old.id, old.pipeline_id, b."column", row_number() over () as place,
        count(*) over (partition by old.pipeline_id, b."column") as n,
        row_number() over (partition by old.pipeline_id, b."column" order by old.position, old.id) as rank
      from batch b join old on old.id = b.id::uuid where 'column' = any(b.sets) and b."column" <> old."column"),
    ended as (${nextEnds('true')}),`;
const joinedPlaces = `
      left join placed on placed.id = old.id
      left join ended on ended.pipeline_id = placed.pipeline_id and ended."column" = placed."column"`;

function changesMany(resource: ImportedResource, emits: boolean): TeamStatement {
  const { table, inputs } = importedTables[resource];
  const accepts = inputs.update.accepts.filter(
    (name) =>
      !['pipeline_id', 'column', 'position', 'assignee_id', 'slug', 'project_id'].includes(name),
  );
  const isMoved = resource === 'tasks';
  const typed = ['id', 'is_restored', ...accepts, ...(isMoved ? ['column'] : [])].map(
    (name) => `"${name}" ${table.fields[name]?.sql.endsWith('[]') === true ? 'text[]' : 'text'}`,
  );
  const set: Derived = {
    ...Object.fromEntries(
      accepts.map((name) => [
        name,
        `case when '${name}' = any(b.sets) then b."${name}"::${table.fields[name]?.sql} else old."${name}" end`,
      ]),
    ),
    ...consequences[resource],
    ...(isMoved && {
      column: 'coalesce(placed."column", old."column")',
      position: 'coalesce(ended.last - placed.n + placed.rank, old.position)',
    }),
  };
  const kinds = [
    ...(changeKind(table, 'updated') ? [String(changeKind(table, 'updated'))] : []),
    ...(isMoved ? [movedEvent] : []),
  ];
  const sets = Object.keys(set);
  const assignees = accepts.includes('assignee_ids')
    ? `assigned as (
        insert into task_assignees (team_id, task_id, user_id)
        select t.team_id, t.id, assignee from t, unnest(t.assignee_ids) assignee on conflict do nothing),`
    : '';
  return teamStatement(
    `with batch as materialized (
      select b.* from json_to_recordset($batch::json) as b (sets text[], ${typed.join(', ')})),
    old as materialized (
      select r.* from ${table.name} r where r.team_id = $team and r.id = any(array(select b.id::uuid from batch b)) for no key update),
    ${isMoved ? placesOfMoved : ''}
    t as (
      update ${table.name} t set ${Object.entries(set)
        .map(([name, value]) => `"${name}" = ${value}`)
        .join(', ')}, updated_at = greatest(clock.now, old.updated_at)
      from old join batch b on b.id::uuid = old.id ${isMoved ? joinedPlaces : ''}, (select now()) clock (now)
      where t.team_id = $team and t.id = old.id returning t.*),
    ${assignees}
    ${emitsChanges(emits ? table : withoutEvents({ ...table, hasTotal: true }), emits ? kinds : [], sets)}
    select t.id, t.updated_at as version from t`,
    unprepared,
  );
}

const statements = new Map<string, TeamStatement>();
export const cached = (key: string, make: () => TeamStatement) => {
  const statement = statements.get(key) ?? make();
  statements.set(key, statement);
  return statement;
};

/** Creates many records of a resource: rows with `id` and `version`. */
export const creating = (resource: ImportedResource, emits: boolean): TeamStatement =>
  cached(`create ${resource} ${emits}`, () =>
    resource === 'tasks' ? createsTasks(emits) : createsMany(resource, emits),
  );

/** Changes many records of a resource: rows with `id` and `version`. */
export const changing = (resource: ImportedResource, emits: boolean): TeamStatement =>
  cached(`change ${resource} ${emits}`, () => changesMany(resource, emits));

/** Adds the boards of new projects. */
export const addBoards = teamStatement(`
  insert into pipelines (team_id, id, name, project_id, is_default)
  select $team, b.id, b.name, b.project_id, true
  from json_to_recordset($boards::json) as b (id uuid, name text, project_id uuid)`);

/** Adds columns to boards. */
export const addColumns = teamStatement(`
  insert into columns (team_id, id, pipeline_id, slug, name, position, is_finishing)
  select $team, b.id, b.pipeline_id, b.slug, b.name, b.position, b.is_finishing
  from json_to_recordset($columns::json) as b (id uuid, pipeline_id uuid, slug text, name text, position integer, is_finishing boolean)
  on conflict do nothing`);

/** Records that deals reached the phases of their ends at the times of the file. */
export const addMoves = teamStatement(`
  insert into moves (team_id, resource, id, record_id, field, was, became, value, user_id, actor, moved_at)
  select $team, 'deals', uuid7(b.at), b.id, 'phase', b.was, b.became, d.value, $user::uuid, 'import', b.at
  from json_to_recordset($moves::json) as b (id uuid, was text, became text, at timestamptz)
    join deals d on d.team_id = $team and d.id = b.id`);

/** Adds comments to tasks. */
export const addComments = teamStatement(`
  insert into comments (team_id, id, task_id, author_id, content, created_at, import_id)
  select $team, b.id, b.task, b.author, b.content, coalesce(b.at, now()), $id::uuid
  from json_to_recordset($comments::json) as b (id uuid, task uuid, author uuid, content text, at timestamptz)`);

/** Keeps the ids of other products. */
export const keepExternalIds = teamStatement(`
  insert into external_ids (team_id, resource, source, external_id, record_id, import_id)
  select $team, b.resource, b.source, b.key, b.id, $id::uuid
  from json_to_recordset($ids::json) as b (resource text, source text, key text, id uuid)
  on conflict on constraint external_ids_pkey do update set record_id = excluded.record_id, import_id = excluded.import_id
  where external_ids.record_id <> excluded.record_id`);

/** Stores the outcomes of rows. */
export const storeRows = teamStatement(`
  insert into import_rows (team_id, import_id, n, line, outcome, problems, cells)
  select $team, $id::uuid, b.n, b.line, b.outcome, b.problems, b.cells
  from json_to_recordset($rows::json) as b (n integer, line integer, outcome text, problems json, cells json)
  on conflict on constraint import_rows_pkey do update
    set line = excluded.line, outcome = excluded.outcome, problems = excluded.problems, cells = excluded.cells`);

/** Keeps what undoing needs. */
export const storeChanges = teamStatement(`
  insert into import_changes (team_id, import_id, n, record, resource, record_id, action, before, after, version)
  select $team, $id::uuid, b.n, b.record, b.resource, b.record_id, b.action, b.before, b.after, b.version
  from json_to_recordset($changes::json) as b (
    n integer, record text, resource text, record_id uuid, action text, before json, after json, version timestamptz(3))
  on conflict on constraint import_changes_pkey do nothing`);

/** Removes the outcomes of an earlier check, some at a time. */
export const forgetRows = teamStatement(`
  with batch as (select n from import_rows where team_id = $team and import_id = $id order by n limit 5000)
  delete from import_rows r using batch where r.team_id = $team and r.import_id = $id and r.n = batch.n returning r.n`);

/** Places of the rows that an interrupted run has refused or left alone. */
export const unstoredRows = teamStatement(`
  select n from import_rows where team_id = $team and import_id = $id and outcome in ('refused', 'in_trash') and n <= $done::integer`);

/** Records that an interrupted run has changed in some rows, with the lines of their rows. */
export const changedRecords = teamStatement(
  `
  select c.resource, c.record_id, r.line from import_changes c
    join import_rows r on r.team_id = $team and r.import_id = c.import_id and r.n = c.n
  where c.team_id = $team and c.import_id = $id and c.action = 'updated' and c.n > $after::integer and c.n <= $last::integer`,
  unprepared,
);

/** Author of comments of people who are no members. */
export const ownerOf = teamStatement(`
  select u.id from users u where u.team_id = $team and u.suspended_at is null
  order by u.id = $user::uuid desc nulls last, u.role = 'owner' desc, u.created_at, u.id limit 1`);
