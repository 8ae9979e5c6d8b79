import { operation } from '../../../operations/operation.ts';
import { restore as restoreTask } from './operations.ts';

export const restore = operation({
  name: 'tasks.restore',
  id: 'restoreTask',
  summary: 'Restore a task from the trash',
  cli: 'task restore',
  allow: { operator: true },
  emits: ['task.updated'],
  takes: { path: ['id'] },
  answers: { kind: 'object', keys: ['id', 'title'] },
  one: 'task',
  run: ({ db }, { id }) => restoreTask(db, id),
});
