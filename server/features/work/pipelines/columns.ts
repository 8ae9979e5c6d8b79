import { v7 as uuidv7 } from 'uuid';
import type { TeamDb } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import { recordAudit } from '#server/events/audit.ts';
import { conflict, duplicate, invalid } from '#server/platform/errors.ts';
import { constraintOf } from '#server/platform/violated-constraint.ts';
import { emitsChanges } from '#server/records/bulk-change.ts';
import { slugOf } from '#server/records/slugs.ts';
import { LockConflict, maxPosition, withRetries } from '../tasks/positions.ts';
import { tasks } from '../tasks/table.ts';

/*
 * Changes to a pipeline's columns, serialized by a lock on the pipeline's row. Tasks and API calls refer to a column by its slug, which
 * never changes.
 */

const maxColumns = 100;

interface Column {
  readonly id: string;
  readonly slug: string;
  readonly isFinishing: boolean;
}

const lockPipeline = teamStatement(
  'select id from pipelines where team_id = $team and id = $id for update',
);
const all = teamStatement(`
  select id, slug, is_finishing from columns where team_id = $team and pipeline_id = $id order by position, id`);

/** Columns of a pipeline, locked until the end of the transaction; undefined if the pipeline does not exist. */
async function columnsOf(tx: TeamDb, id: string): Promise<Column[] | undefined> {
  if ((await tx.run(lockPipeline, { id })).length === 0) return undefined;
  return (await tx.run(all, { id })).map((row) => ({
    id: row.id as string,
    slug: row.slug as string,
    isFinishing: row.is_finishing as boolean,
  }));
}

const arrange = teamStatement(`
  update columns c set position = o.n - 1 from unnest($ids::uuid[]) with ordinality o (id, n)
  where c.team_id = $team and c.pipeline_id = $id and c.id = o.id and c.position <> o.n - 1`);

const insert = teamStatement(`
  insert into columns (team_id, id, pipeline_id, slug, name, position, is_finishing)
  values ($team, $column, $id, $slug, $name, $position, $is_finishing)`);

/** First unused slug of `name`, `name-2`, `name-3`… */
function freeSlug(name: string, taken: readonly string[]): string {
  const base = slugOf(name, 'column').slice(0, 76).replace(/-+$/, '');
  for (let n = 1; ; n += 1) {
    const slug = n === 1 ? base : `${base}-${n}`;
    if (!taken.includes(slug)) return slug;
  }
}

interface NewColumn {
  readonly name: string;
  readonly slug: string | null;
  readonly is_finishing: boolean;
  /** Column to insert it before; null appends it. */
  readonly before: string | null;
}

/**
 * Adds a column to a pipeline. @param tx a transaction
 * @returns the pipeline's id; undefined if it does not exist
 */
export async function addColumn(
  tx: TeamDb,
  id: string,
  { name, slug, is_finishing, before }: NewColumn,
): Promise<string | undefined> {
  const columns = await columnsOf(tx, id);
  if (!columns) return undefined;
  if (columns.length >= maxColumns)
    throw conflict(`A pipeline has at most ${maxColumns} columns.`, 'limit');
  const slugs = columns.map((column) => column.slug);
  if (slug !== null && slugs.includes(slug))
    throw duplicate(`slug is already used by another column of the pipeline: ${slug}.`, 'slug');
  const ids = columns.map((column) => column.id);
  const place = before === null ? ids.length : ids.indexOf(before.toLowerCase());
  if (place < 0) throw invalid('before must be a column of the pipeline.', 'before', 'not_allowed');
  const column = uuidv7();
  await tx.run(insert, {
    id,
    column,
    name,
    slug: slug ?? freeSlug(name, slugs),
    is_finishing,
    position: place,
  });
  await tx.run(arrange, { id, ids: ids.toSpliced(place, 0, column) });
  await recordAudit(tx, { type: 'columns', id: column, after: { pipeline_id: id, name } });
  return id;
}

/**
 * Reorders the columns of a pipeline. @param tx a transaction
 * @throws ApiError VALIDATION_ERROR for ids of other columns, CONFLICT if columns are missing
 */
export async function orderColumns(
  tx: TeamDb,
  id: string,
  ids: readonly string[],
): Promise<string | undefined> {
  const columns = await columnsOf(tx, id);
  if (!columns) return undefined;
  const currentIds = columns.map((column) => column.id);
  if (ids.some((each) => !currentIds.includes(each)))
    throw invalid('ids must be columns of the pipeline.', 'ids', 'not_allowed');
  if (ids.length < currentIds.length)
    throw conflict(
      'The pipeline has columns that ids omits: read the pipeline again.',
      'changed',
      'ids',
    );
  await tx.run(arrange, { id, ids });
  await recordAudit(tx, {
    type: 'pipelines',
    id,
    before: { columns: columns.map(({ slug }) => slug) },
    after: { columns: ids.map((each) => columns[currentIds.indexOf(each)]?.slug) },
  });
  return id;
}

// Removal ----------------------------------------------------------------------------------------

const find = teamStatement('select pipeline_id from columns where team_id = $team and id = $id');

const closeColumn = teamStatement(`
  delete from column_ends where team_id = $team and pipeline_id = $pipeline_id and "column" = $from`);

const inColumn = `k.team_id = $team and k.pipeline_id = $pipeline_id and k."column" = $from`;
const tasksIn = teamStatement(
  `select k.id from tasks k where ${inColumn} and k.deleted_at is null order by k.position, k.id`,
);
const claim = teamStatement(
  `select k.id from tasks k where ${inColumn} and k.deleted_at is null for update skip locked`,
);

const reserve = teamStatement(`
  insert into column_ends as e (team_id, pipeline_id, "column", last)
  select $team, $pipeline_id::uuid, $to, coalesce(max(x.position), 0) + $n::integer from tasks x
  where x.team_id = $team and x.pipeline_id = $pipeline_id and x."column" = $to and x.deleted_at is null
  on conflict (team_id, pipeline_id, "column") do update set last = greatest(e.last + $n::integer, excluded.last)
  returning last`);

/** Appends tasks to the other column, as a PUT would: entering a finishing column completes a task, leaving one reopens it. */
const move = teamStatement(`
  with old as materialized (select * from tasks where team_id = $team and id = any($ids::uuid[])),
  t as (
    update tasks t set "column" = $to, position = $behind::float8 + array_position($ids::uuid[], t.id),
      completed_at = case when $completes::boolean then clock.now when $opens::boolean then null else old.completed_at end,
      updated_at = greatest(now(), old.updated_at)
    from old, (select now()) clock (now) where t.team_id = $team and t.id = old.id returning t.*),
  ${emitsChanges(tasks, ['task.updated', 'task.moved'], ['column', 'position', 'completed_at'])}
  select count(*) from t`);

/** Deleted tasks will be restored to the other column. */
const moveTrash = teamStatement(`
  update tasks k set "column" = $to where ${inColumn} and k.deleted_at is not null`);
const anyTask = teamStatement(
  `select k.deleted_at from tasks k where ${inColumn} order by k.deleted_at nulls first limit 1`,
);

const point = teamStatement(`
  update webhooks set target_column_id = $to_id where team_id = $team and target_column_id = $id`);
const pointing = teamStatement(
  'select id from webhooks where team_id = $team and target_column_id = $id limit 1',
);
const remove = teamStatement('delete from columns where team_id = $team and id = $id');

/** Tasks per statement, to keep statements short. */
const atOnce = 500;

const columnFull = () =>
  conflict('There is no room left at the end of the column; choose another.', 'no_room');

async function moveTasks(tx: TeamDb, pipeline: string, from: Column, to: Column): Promise<void> {
  const place = { pipeline_id: pipeline, from: from.slug, to: to.slug };
  const ids = (await tx.run(tasksIn, place)).map(({ id }) => id as string);
  // A transaction that changes one of them may wait for this one's locks.
  if ((await tx.run(claim, place)).length < ids.length) throw new LockConflict();
  if (ids.length > 0) {
    const [end] = await tx.run(reserve, { ...place, n: ids.length });
    const last = end?.last as number;
    if (last > maxPosition) throw columnFull();
    for (let i = 0; i < ids.length; i += atOnce)
      await tx.run(move, {
        ...place,
        ids: ids.slice(i, i + atOnce),
        behind: last - ids.length + i,
        completes: to.isFinishing && !from.isFinishing,
        opens: from.isFinishing && !to.isFinishing,
      });
  }
  await tx.run(moveTrash, place);
}

/** @throws ApiError CONFLICT if the column's contents need a target column */
async function refuseContents(tx: TeamDb, pipeline: string, { id, slug }: Column): Promise<void> {
  const [task] = await tx.run(anyTask, { pipeline_id: pipeline, from: slug });
  if (task)
    throw conflict(
      `The column has tasks${task.deleted_at === null ? '' : ' in the trash'}: name the column that receives them in to.`,
      'has_tasks',
      'to',
    );
  if ((await tx.run(pointing, { id })).length > 0)
    throw conflict(
      'A webhook endpoint creates tasks in the column: name the column that receives them in to.',
      'in_use',
      'to',
    );
}

/**
 * Removes a column. Appends its tasks to another column in their order, and redirects webhook endpoints that create tasks in it. Tasks
 * added concurrently are moved as well.
 * @param goal target column
 * @returns the pipeline's id; undefined if the column does not exist
 * @throws ApiError VALIDATION_ERROR if `goal` is not another column of the pipeline, CONFLICT for the last column, and for a column with
 * tasks without `goal`
 */
export function removeColumn(
  db: TeamDb,
  id: string,
  goal: string | null,
): Promise<string | undefined> {
  return withRetries(db, async (tx) => {
    const [row] = await tx.run(find, { id });
    if (!row) return undefined;
    const pipeline = row.pipeline_id as string;
    const columns = (await columnsOf(tx, pipeline)) ?? [];
    const from = columns.find((column) => column.id === id.toLowerCase());
    if (!from) return undefined;
    const to = columns.find((column) => column.id === goal?.toLowerCase());
    if (goal !== null && (!to || to === from))
      throw invalid('to must be another column of the same pipeline.', 'to', 'not_allowed');
    if (columns.length === 1)
      throw conflict('The last column of a pipeline cannot be removed.', 'last_column');
    try {
      // Blocks concurrent appends to the column: they wait, then find that it was removed.
      await tx.run(closeColumn, { pipeline_id: pipeline, from: from.slug });
      if (to) {
        await moveTasks(tx, pipeline, from, to);
        await tx.run(point, { id, to_id: to.id });
      } else await refuseContents(tx, pipeline, from);
      await tx.run(remove, { id });
      await recordAudit(tx, {
        type: 'columns',
        id,
        before: { pipeline_id: pipeline, slug: from.slug },
        after: { to: to?.slug ?? null },
      });
    } catch (error) {
      // A task or an endpoint was added concurrently.
      const constraint = constraintOf(error) ?? '';
      if (
        /^(tasks_column|column_ends_column|webhooks_target_(column_id|place))_fkey$/.test(
          constraint,
        )
      )
        throw new LockConflict();
      throw error;
    }
    return pipeline;
  });
}
