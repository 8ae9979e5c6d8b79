import type { Row } from '../../../db/database.ts';
import { teamStatement } from '../../../db/statement.ts';
import { operation } from '../../../operations/operation.ts';
import { conflict, invalid } from '../../../platform/errors.ts';
import { line, link, uuid } from '../../../records/fields.ts';
import { changeTask } from './operations.ts';
import { mostPosition } from './positions.ts';
import { tasks } from './table.ts';

/*
 * Moves by neighbours: who moves a task says between which others it is to stand, and the service finds the position (docs/adr/0055-task-board.md).
 */

const here = 'x.team_id = $team and x.deleted_at is null';

/** The task, the neighbours that are there, and where it goes. */
const find = teamStatement(`
  with task as (select x.pipeline_id, x."column" from tasks x where ${here} and x.id = $id),
  before as (select x.pipeline_id, x."column", x.position from tasks x where ${here} and x.id = $before::uuid),
  after as (select x.pipeline_id, x."column", x.position from tasks x where ${here} and x.id = $after::uuid)
  select coalesce($pipeline_id::uuid, task.pipeline_id) as pipeline_id,
    coalesce($column::text, before."column", after."column", task."column") as "column",
    before."column" as before_column, before.position as before, before.pipeline_id as before_pipeline,
    after."column" as after_column, after.position as after, after.pipeline_id as after_pipeline
  from task left join before on true left join after on true`);

/** Who stands next to a position, in the column as the pipelines have it. */
const nextTo = (side: 'below' | 'above') => {
  const [than, order] = side === 'below' ? ['<', 'desc'] : ['>', 'asc'];
  return teamStatement(`
    select n.position from unnest(array[$pipeline_id, $other]::uuid[]) p (id) cross join lateral (
      select x.position from tasks x
      where ${here} and x.pipeline_id = p.id and x."column" = $column and x.id <> $id and x.position ${than} $position::float8
      order by x.position ${order} limit 1) n
    order by n.position ${order} limit 1`);
};
const below = nextTo('below');
const above = nextTo('above');

const atEnd = teamStatement(`
  select coalesce(max(x.position), 0) + 1 as position from tasks x
  where ${here} and x.pipeline_id = $pipeline_id and x."column" = $column and x.id <> $id`);

/** @throws ApiError CONFLICT where the neighbour that was named is not in the column */
function refuseElsewhere(name: 'before' | 'after', id: string | null, row: Row): void {
  if (id === null || row[`${name}_column`] === row.column) return;
  throw conflict(
    row[`${name}_column`] === null
      ? `${name}: the task is gone, or in the trash.`
      : `${name}: the task is in the column ${row[`${name}_column`]}, not in ${row.column}.`,
  );
}

/** A position between two. Where no number lies between them it is the upper one's, and room is made behind it. */
function between(lower: number | undefined, upper: number | undefined): number {
  if (lower === undefined && upper === undefined) return 1;
  if (lower === undefined) return Math.max((upper ?? 0) - 1, -mostPosition);
  if (upper === undefined) return Math.min(lower + 1, mostPosition);
  const middle = lower + (upper - lower) / 2;
  return middle > lower ? middle : upper;
}

export const move = operation({
  name: 'tasks.move',
  id: 'moveTask',
  summary: 'Move a task to a place among others',
  note: 'Into the column (of its pipeline, or of pipeline_id), before and behind the tasks that are named; with one of them right next to it; without any to the end of the column. A neighbour may be of another pipeline: boards show columns of the same slug as one. 409 where a neighbour is gone or in another column: read the board again. Entering a finishing column completes the task, leaving one opens it.',
  allow: { key: 'full', user: 'member' },
  panel: { method: 'POST', path: '/tasks/:id/move', status: 200 },
  emits: ['task.updated', 'task.moved'],
  takes: {
    path: ['id'],
    fields: { pipeline_id: link('pipelines'), column: line(80, 1), before: uuid, after: uuid },
  },
  answers: { kind: 'record', table: tasks },
  mayFail: ['CONFLICT'],
  one: 'task',
  async run({ db }, { id, values }) {
    const { pipeline_id, column, before, after } = values;
    if (pipeline_id === null && column === null && before === null && after === null)
      throw invalid('Say where: column, pipeline_id, before or after.');
    if (before === id.toLowerCase() || after === id.toLowerCase())
      throw invalid('before and after must be other tasks.');
    const [row] = await db.run(find, { id, pipeline_id, column, before, after });
    if (!row) return undefined;
    // Another pipeline's first column, where none is named.
    if (pipeline_id !== null && column === null && before === null && after === null)
      return changeTask(db, id, { pipeline_id });
    refuseElsewhere('before', before, row);
    refuseElsewhere('after', after, row);
    const there = { id, pipeline_id: row.pipeline_id, column: row.column };
    const next = async (statement: typeof below, position: unknown, other: unknown) =>
      (await db.run(statement, { ...there, position, other }))[0]?.position as number | undefined;
    const place = async (): Promise<number> => {
      let lower = (row.after ?? undefined) as number | undefined;
      let upper = (row.before ?? undefined) as number | undefined;
      // They have changed places: next to the one that it stands behind.
      if (after !== null && before !== null && (lower ?? 0) > (upper ?? 0)) upper = undefined;
      if (after !== null && (before === null || upper === undefined))
        upper = await next(above, lower, row.after_pipeline);
      if (before !== null && after === null) lower = await next(below, upper, row.before_pipeline);
      if (before === null && after === null)
        return (await db.run(atEnd, there))[0]?.position as number;
      return between(lower, upper);
    };
    return changeTask(db, id, {
      ...(pipeline_id !== null && { pipeline_id }),
      column: row.column,
      position: Math.min(await place(), mostPosition),
    });
  },
});
