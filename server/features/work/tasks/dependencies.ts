import type { TeamDb } from '#server/db/database.ts';
import { iso, teamStatement } from '#server/db/statement.ts';
import { operation } from '#server/operations/operation.ts';
import { ApiError, invalid } from '#server/platform/errors.ts';
import { orNull, Type } from '#server/platform/schema.ts';
import { about, kind, required } from '#server/records/fields.ts';
import { nestedColor } from '../projects/table.ts';
import { tasks } from './table.ts';

/*
 * Tasks that are blocked by others. `blocked_by_ids` of a task is the list in the caller's order, and the rows of task_dependencies hold its
 * foreign keys. Both may contain tasks in the trash, which no reader sees (docs/adr/0229-task-dependencies.md).
 */

/** Adds blocked_by_ids of the tasks `t` to task_dependencies. */
export const addDependencies = `insert into task_dependencies (team_id, task_id, blocked_by_id)
  select t.team_id, t.id, blocker from t, unnest(t.blocked_by_ids) blocker on conflict do nothing`;

/** Removes the rows of task_dependencies that blocked_by_ids of the task `t` no longer contains. */
export const removeDependencies = `delete from task_dependencies d using t
  where d.team_id = $team and d.task_id = t.id and d.blocked_by_id <> all (t.blocked_by_ids)`;

/** SQL of the new value of blocked_by_ids: tasks in the trash stay, because the caller does not see them. */
export const blockersToStore = `$blocked_by_ids::uuid[] || array(
  select b.id from tasks b where b.team_id = $team and b.id = any (old.blocked_by_ids) and b.deleted_at is not null
    and b.id <> all ($blocked_by_ids::uuid[]) order by b.id)`;

const lockTeam = teamStatement(
  `select pg_advisory_xact_lock(hashtextextended($team::text || ' task dependencies', 9)) as held`,
);

const findInvisible = teamStatement(`
  select w.id from unnest($ids::uuid[]) w (id)
  where not exists (select from tasks b where b.team_id = $team and b.id = w.id and b.deleted_at is null) limit 1`);

/** Max number of tasks that a task may wait for, directly and through others. */
const maxChain = 2_000;

/** Tasks for which the blockers wait, through tasks in the trash, too: these may be restored. */
const findChain = teamStatement(`
  with recursive chain (id) as (
    select unnest($ids::uuid[])
    union
    select d.blocked_by_id from chain c join task_dependencies d on d.team_id = $team and d.task_id = c.id)
  select count(*)::integer as size, coalesce(bool_or(c.id = $id::uuid), false) as is_cycle
  from (select c.id from chain c limit ${maxChain + 1}) c`);

/** @throws ApiError NOT_FOUND if one of the tasks is in the trash or does not exist */
export async function refuseInvisible(tx: TeamDb, ids: readonly string[]): Promise<void> {
  const [invisible] = await tx.run(findInvisible, { ids });
  if (!invisible) return;
  throw new ApiError('NOT_FOUND', 'blocked_by_ids: no task has this id.', {
    fields: [{ name: 'blocked_by_ids', code: 'not_found' }],
  });
}

/**
 * Checks new blockers of an existing task, in the transaction that stores them. The lock lets only one request of a team at a time add
 * blockers: otherwise two of them could close a cycle together, because neither sees the row of the other.
 * @throws ApiError NOT_FOUND, or VALIDATION_ERROR if the task would wait for itself or for too many tasks
 */
export async function refuseCycle(tx: TeamDb, id: string, ids: readonly string[]): Promise<void> {
  if (ids.includes(id.toLowerCase()))
    throw invalid(
      'blocked_by_ids must not contain the task itself.',
      'blocked_by_ids',
      'not_allowed',
      {
        reason: 'dependency_cycle',
      },
    );
  await tx.run(lockTeam);
  await refuseInvisible(tx, ids);
  const [chain] = await tx.run(findChain, { id, ids });
  if (chain?.is_cycle === true)
    throw invalid(
      'blocked_by_ids: one of these tasks waits for this task, directly or through others.',
      'blocked_by_ids',
      'conflicting',
      { reason: 'dependency_cycle' },
    );
  if (Number(chain?.size) > maxChain)
    throw invalid(
      `blocked_by_ids: the task would wait for more than ${maxChain} tasks, directly or through others.`,
      'blocked_by_ids',
      'too_many',
      { limit: maxChain },
    );
}

// Reading ---------------------------------------------------------------------------------------------

/** Max tasks listed that a task blocks. */
const maxBlocked = 100;

const id = Type.String({ format: 'uuid' });
const text = Type.String();

const listed = Type.Array(
  Type.Object({
    id,
    number: about('The key of the project and a number.', orNull(text)),
    title: text,
    start_date: orNull(Type.String({ format: 'date' })),
    due_date: orNull(Type.String({ format: 'date' })),
    completed_at: about('When it was completed.', orNull(Type.String({ format: 'date-time' }))),
    project: orNull(Type.Object({ id, name: text, color: nestedColor })),
  }),
);

const taskOf = (row: string) => `json_build_object(
    'id', ${row}.id, 'number', p.key || '-' || ${row}.number, 'title', ${row}.title, 'start_date', ${row}.start_date,
    'due_date', ${row}.due_date, 'completed_at', ${iso(`${row}.completed_at`)},
    'project', case when p.id is not null then json_build_object('id', p.id, 'name', p.name, 'color', p.color) end)`;

const find = teamStatement(`
  select
    (select coalesce(json_agg(${taskOf('b')} order by u.n), '[]')
      from unnest(t.blocked_by_ids) with ordinality u (id, n)
        join tasks b on b.team_id = $team and b.id = u.id and b.deleted_at is null
        left join projects p on p.team_id = $team and p.id = b.project_id) as blocked_by,
    (select coalesce(json_agg(${taskOf('b')} order by b.completed_at is not null, b.due_date, b.id), '[]')
      from (
        select b.* from task_dependencies d join tasks b on b.team_id = $team and b.id = d.task_id and b.deleted_at is null
        where d.team_id = $team and d.blocked_by_id = t.id
        order by b.completed_at is not null, b.due_date, b.id limit ${maxBlocked}) b
        left join projects p on p.team_id = $team and p.id = b.project_id) as blocks
  from (select t.id, t.blocked_by_ids from tasks t where t.team_id = $team and t.id = $id and t.deleted_at is null offset 0) t`);

export const getDependencies = operation({
  name: 'tasks.dependencies',
  id: 'getTaskDependencies',
  summary: 'Get the dependencies of a task',
  note: `The tasks for which it waits, in their order, and at most ${maxBlocked} tasks that wait for it, incomplete ones first.`,
  allow: { user: 'member' },
  panel: { method: 'GET', path: '/tasks/:id/dependencies', status: 200 },
  emits: [],
  input: { path: ['id'] },
  output: {
    kind: 'fields',
    name: 'TaskDependencies',
    fields: {
      blocked_by: required(kind(listed, 'the tasks for which it waits', 'json')),
      blocks: required(kind(listed, 'the tasks that wait for it', 'json')),
    },
  },
  one: tasks.one,
  run: async ({ db }, { id }) => (await db.run(find, { id }))[0],
});
