import type { Row } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import { operation } from '#server/operations/operation.ts';
import { conflict, invalid } from '#server/platform/errors.ts';
import { about, link, singleLine, uuid } from '#server/records/fields.ts';
import { makeRoomOnBoard } from './board-positions.ts';
import { changeTask, shift } from './operations.ts';
import { withRetries } from './positions.ts';
import { tasks } from './table.ts';

/*
 * Moves a task relative to its neighbours: the caller names the tasks before and after, and the service computes the position
 * (docs/adr/0055-task-board.md).
 */

const liveTasks = 'x.team_id = $team and x.deleted_at is null';

/** Column of the task after the move, and those of its neighbours. */
const find = teamStatement(`
  with task as (select x.pipeline_id, x."column" from tasks x where ${liveTasks} and x.id = $id),
  before as (select x."column" from tasks x where ${liveTasks} and x.id = $before::uuid),
  after as (select x."column" from tasks x where ${liveTasks} and x.id = $after::uuid)
  select coalesce($pipeline_id::uuid, task.pipeline_id) as pipeline_id,
    coalesce($column::text, before."column", after."column", task."column") as "column",
    before."column" as before_column, after."column" as after_column
  from task left join before on true left join after on true`);

/** @throws ApiError CONFLICT if the named neighbour is not in the column */
function refuseElsewhere(name: 'before' | 'after', id: string | null, row: Row): void {
  if (id === null || row[`${name}_column`] === row.column) return;
  throw conflict(
    row[`${name}_column`] === null
      ? `${name}: the task was deleted, or is in the trash.`
      : `${name}: the task is in the column ${row[`${name}_column`]}, not in ${row.column}.`,
    'task_elsewhere',
    name,
  );
}

export const move = operation({
  name: 'tasks.move',
  id: 'moveTask',
  summary: 'Move a task to a position',
  note: 'Moves the task into the column (of its pipeline, or of pipeline_id), right after the task given as after, otherwise right before the task given as before, otherwise to the end of the column. The neighbour may belong to another pipeline: boards combine columns with the same slug, by position and id. Tasks with equal positions are spaced out if necessary, and keep their order. Returns 409 if a neighbour was deleted or is in another column: reload the board. Entering a finishing column completes the task; leaving one reopens it.',
  allow: { key: 'full', user: 'member' },
  panel: { method: 'POST', path: '/tasks/:id/move', status: 200 },
  emits: ['task.updated', 'task.moved'],
  input: {
    path: ['id'],
    fields: {
      pipeline_id: about('The target board. Default: the current board.', link('pipelines')),
      column: about('The slug of the target column.', singleLine(80, 1)),
      before: about('The task that comes directly after it.', uuid),
      after: about('The task that comes directly before it.', uuid),
    },
  },
  output: { kind: 'record', table: tasks },
  mayFail: ['CONFLICT'],
  one: 'task',
  async run({ db }, { id, values }) {
    const { pipeline_id, column, before, after } = values;
    if (pipeline_id === null && column === null && before === null && after === null)
      throw invalid(
        'At least one of column, pipeline_id, before and after is required.',
        ['column', 'pipeline_id', 'before', 'after'],
        'required',
      );
    if (before === id.toLowerCase() || after === id.toLowerCase())
      throw invalid(
        'before and after must be other tasks.',
        before === id.toLowerCase() ? 'before' : 'after',
        'not_allowed',
      );
    // Without a column, moves to the first column of the other pipeline.
    if (pipeline_id !== null && column === null && before === null && after === null)
      return changeTask(db, id, { pipeline_id });
    return withRetries(db, async (tx) => {
      const [row] = await tx.run(find, { id, pipeline_id, column, before, after });
      if (!row) return undefined;
      refuseElsewhere('before', before, row);
      refuseElsewhere('after', after, row);
      const there = { pipeline_id: row.pipeline_id as string, column: row.column as string };
      const position = await makeRoomOnBoard(tx, { id, ...there, before, after }, shift);
      return changeTask(tx, id, {
        ...(pipeline_id !== null && { pipeline_id }),
        column: row.column,
        position,
      });
    });
  },
});
