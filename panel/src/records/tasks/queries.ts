import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { request, requestPage } from '#panel/api/call.ts';
import type { Operations } from '#panel/api/schema.ts';
import type { ListedTask, Task } from '#panel/api/types.ts';
import { runWithToast } from '#panel/commands/command.ts';
import { pipelineQuery } from '#panel/data/pipelines.ts';
import { queryClient } from '#panel/data/query-client.ts';
import { changeRecord, defineMove } from '#panel/data/records.ts';
import { changeMany } from '../shared/bulk/bulk-changes.ts';
import { rowsQuery } from '../shared/list/table-rows.ts';
import { applyToTaskBoard, type BoardFilters, type CachedBoard, cachedBoardOf } from './board.ts';

/* Tasks for the board, the list and the calendar, with the same filters. */

type TasksQuery = NonNullable<Operations['GET /teams/{team_slug}/tasks']['query']>;
export type TaskFilters = Omit<TasksQuery, 'page' | 'limit' | 'after'>;

export const taskBoardQuery = (slug: string, filters: BoardFilters) =>
  queryOptions({
    queryKey: ['team', slug, 'tasks', 'board', filters],
    queryFn: async ({ signal }): Promise<CachedBoard> =>
      cachedBoardOf(
        filters,
        await request('GET /teams/{team_slug}/tasks/board', {
          at: { team_slug: slug },
          query: filters,
          signal,
        }),
      ),
    meta: { applyChange: (data, change) => applyToTaskBoard(data as CachedBoard, change) },
    placeholderData: keepPreviousData,
  });

export const tasksQuery = (slug: string, filters: TaskFilters) =>
  rowsQuery<ListedTask>(['team', slug, 'tasks', 'list', filters], (query, signal) =>
    requestPage('GET /teams/{team_slug}/tasks', {
      at: { team_slug: slug },
      query: { ...filters, ...query },
      signal,
    }),
  );

/** Moves a task between its new neighbours. */
export const moveTask = defineMove('tasks', (slug, id, { before, after, fields }) =>
  request('POST /teams/{team_slug}/tasks/{id}/move', {
    at: { team_slug: slug, id },
    body: { column: String(fields.column), before: before ?? null, after: after ?? null },
  }),
);

export const changeTask = changeRecord('tasks');

/** Completes a task as its pipeline defines; a completed task is reopened. */
export async function finishTask(
  slug: string,
  {
    id,
    pipeline_id,
    column,
    completed_at,
  }: Pick<Task, 'id' | 'pipeline_id' | 'column' | 'completed_at'>,
): Promise<void> {
  const { columns } = await queryClient.ensureQueryData(pipelineQuery(slug, pipeline_id));
  const isFinished = columns.find(({ slug }) => slug === column)?.is_finishing ?? false;
  const to = columns.find(({ is_finishing }) => is_finishing !== isFinished);
  const change =
    to && (isFinished || completed_at === null)
      ? { column: to.slug }
      : { completed_at: completed_at === null ? new Date().toISOString() : null };
  await runWithToast(changeTask, { slug, id, change });
}

type Finishable = Pick<Task, 'id' | 'pipeline_id' | 'column' | 'completed_at'>;

/** Completes tasks, grouped by pipeline; if all are completed, they are reopened. */
export async function finishTasks(slug: string, tasks: readonly Finishable[]): Promise<void> {
  const isReopening = tasks.every(({ completed_at }) => completed_at !== null);
  const due = tasks.filter(({ completed_at }) => isReopening || completed_at === null);
  for (const [pipelineId, dueTasks] of Map.groupBy(due, ({ pipeline_id }) => pipeline_id)) {
    const { columns } = await queryClient.ensureQueryData(pipelineQuery(slug, pipelineId));
    const to = columns.find(({ is_finishing }) => is_finishing !== isReopening);
    if (!to) {
      for (const task of dueTasks) void finishTask(slug, task);
      continue;
    }
    const ids = dueTasks.map(({ id }) => id);
    const change = { column: to.slug };
    void runWithToast(changeMany, { slug, kind: 'tasks', action: 'change', ids, change });
  }
}
