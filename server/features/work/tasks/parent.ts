import type { Row, TeamDb } from '#server/db/database.ts';
import { rowById, teamStatement } from '#server/db/statement.ts';
import { ApiError, conflict, invalid } from '#server/platform/errors.ts';

/*
 * Parents of tasks, of one level (docs/adr/0230-subtasks.md). The constraint tasks_parent_level_fkey decides; the checks here name the reason,
 * and keep subtasks from a parent that goes to the trash at the same moment.
 */

/** Max subtasks of a task outside the trash: they go to the trash with it in one transaction. */
export const maxSubtasks = 200;

/** Always in the order of the ids, so that two tasks that become each other's parent cannot deadlock. */
const lockTasks = teamStatement(`
  select t.id, t.project_id, t.parent_id, t.deleted_at is null as is_live from tasks t
  where t.team_id = $team and t.id = any($ids::uuid[]) order by t.id for no key update`);

const countSubtasks = teamStatement(`
  select count(*)::integer as count from (
    select from tasks t where t.team_id = $team and t.parent_id = $parent and t.id is distinct from $id::uuid and t.deleted_at is null
    limit ${maxSubtasks}) s`);

/** Error of a task that has subtasks, and so cannot become one. */
export const hasSubtasks = () =>
  invalid(
    'parent_id must be null: the task has subtasks, perhaps in the trash.',
    'parent_id',
    'not_allowed',
    { reason: 'has_subtasks' },
  );

/**
 * Locks a parent until the commit and checks that it may have a subtask.
 * @param id the subtask; undefined for a new one
 * @param project of a new subtask
 * @returns false if the subtask does not exist
 * @throws ApiError VALIDATION_ERROR, NOT_FOUND or CONFLICT
 */
export async function lockParent(
  tx: TeamDb,
  parent: string,
  { id, project }: { readonly id?: string; readonly project?: unknown },
): Promise<boolean> {
  const parentId = parent.toLowerCase();
  const ownId = id?.toLowerCase();
  if (parentId === ownId)
    throw invalid('parent_id must be another task.', 'parent_id', 'not_allowed', {
      reason: 'own_parent',
    });
  const rows = await tx.run(lockTasks, {
    ids: ownId === undefined ? [parentId] : [parentId, ownId],
  });
  const live = (wanted: string | undefined): Row | undefined =>
    rows.find((row) => row.id === wanted && row.is_live === true);
  const [held, task] = [live(parentId), live(ownId)];
  if (ownId !== undefined && !task) return false;
  if (!held)
    throw new ApiError('NOT_FOUND', 'parent_id: no task has this id.', {
      fields: [{ name: 'parent_id', code: 'not_found' }],
    });
  if (held.project_id !== String(task?.project_id ?? project).toLowerCase())
    throw invalid('parent_id must be a task of the same project.', 'parent_id', 'not_allowed', {
      reason: 'other_project',
    });
  if (held.parent_id !== null)
    throw invalid(
      'parent_id must not be a subtask: subtasks have one level.',
      'parent_id',
      'not_allowed',
      { reason: 'is_subtask' },
    );
  const [subtasks] = await tx.run(countSubtasks, { parent: parentId, id: ownId ?? null });
  if (subtasks?.count === maxSubtasks)
    throw conflict(`A task has at most ${maxSubtasks} subtasks.`, 'limit', 'parent_id');
  return true;
}

/** SQL over the task `t`: the id and the title of its parent, as JSON. */
export const parentOf = `case when t.parent_id is not null then (
  select (select row_to_json(o) from (select p.id, p.title) o) from ${rowById('tasks', 't.parent_id')} p) end`;

/** SQL of one row over the task `t`: the numbers of its subtasks outside the trash, and of the completed ones. */
export const subtaskCounts = `(
  select count(*)::integer as total, count(*) filter (where u.completed_at is not null)::integer as done
  from tasks u where u.team_id = $team and u.parent_id = t.id and u.deleted_at is null)`;

const subtasksOf = teamStatement(`
  select t.id from tasks t where t.team_id = $team and t.parent_id = $id and t.deleted_at is null order by t.id`);

/** Ids of the subtasks outside the trash. */
export async function subtaskIds(tx: TeamDb, id: string): Promise<string[]> {
  return (await tx.run(subtasksOf, { id })).map((row) => row.id as string);
}

const trashedWith = teamStatement(`
  select t.id from tasks t join tasks p on p.team_id = $team and p.id = $id
  where t.team_id = $team and t.parent_id = $id and t.deleted_at = p.deleted_at order by t.id`);

/** Ids of the subtasks that went to the trash together with a task, which is still there. */
export async function trashedWithParent(tx: TeamDb, id: string): Promise<string[]> {
  return (await tx.run(trashedWith, { id })).map((row) => row.id as string);
}
