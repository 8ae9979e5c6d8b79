import { queryOptions } from '@tanstack/react-query';
import { requestPage } from '#panel/api/call.ts';
import type { Task, TaskDependencies } from '#panel/api/schema.ts';
import { choices, choicesRequest, type FindChoices } from '#panel/data/choices.ts';
import type { RecordChange } from '#panel/data/live-patches.ts';
import { fetchRequiredRelated } from '#panel/data/related.ts';

/* Tasks that block a task, and those that it blocks. */

/** True if a change of a task adds or removes an entry, or changes one. */
function isAbout(id: string, { blocked_by, blocks }: TaskDependencies, change: RecordChange) {
  const listed = [id, ...[...blocked_by, ...blocks].map((task) => task.id)];
  const blockers = (change.record as Partial<Task>).blocked_by_ids ?? [];
  // A task that returns from the trash may be one of them.
  const isRestored = change.verb === 'created';
  return listed.includes(change.id) || blockers.includes(id) || isRestored;
}

/** Requested together with the other data around the task. */
export const dependenciesQuery = (slug: string, id: string) =>
  queryOptions({
    queryKey: ['team', slug, 'tasks', 'dependencies', id],
    queryFn: () => fetchRequiredRelated({ slug, kind: 'tasks', id }, 'dependencies'),
    meta: {
      applyChange: (data, change) =>
        isAbout(id, data as TaskDependencies, change) ? 'stale' : data,
    },
  });

/** Name of a task with its number, in one line. */
export const taskName = ({ number, title }: Pick<Task, 'number' | 'title'>) =>
  number === null ? title : `${number} ${title}`;

/** Tasks of the team by their title, those that changed last first. */
export const findTasks: FindChoices = (slug, typed) =>
  choices(slug, 'tasks', typed, async (signal) => {
    const { query, ...rest } = choicesRequest(slug, typed, signal);
    const { data } = await requestPage('GET /teams/{team_slug}/tasks', {
      ...rest,
      query: { ...query, sort: '-updated_at' },
    });
    return data.map((task) => ({ id: task.id, name: taskName(task) }));
  });
