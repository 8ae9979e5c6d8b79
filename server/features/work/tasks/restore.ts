import { reads } from '#server/operations/crud.ts';
import { type Operation, operation } from '#server/operations/operation.ts';
import { panelReads } from '#server/operations/panel-only.ts';
import { restore as restoreTask } from './operations.ts';
import { tasks, trash } from './table.ts';

export const restore = operation({
  name: 'tasks.restore',
  id: 'restoreTask',
  summary: 'Restore a task from the trash',
  note: 'Restores its column and position; if the column was removed, to the column that received its tasks.',
  cli: 'task restore',
  allow: { user: 'member', operator: true },
  panel: { method: 'POST', path: '/tasks/:id/restore', status: 200 },
  emits: ['task.updated'],
  input: { path: ['id'] },
  output: { kind: 'record', table: tasks },
  one: 'task',
  run: ({ db }, { id }) => restoreTask(db, id),
});

/** Operations on the trash. */
export const trashOperations: readonly Operation[] = panelReads(reads(trash), {
  list: ['trash.list', 'listTrash'],
  get: ['trash.get', 'getDeletedTask'],
});
