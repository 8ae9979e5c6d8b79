import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { request } from '#panel/api/call.ts';
import type { Absence, UpdateAbsenceInput, WorkloadTask } from '#panel/api/schema.ts';
import { runWithToast } from '#panel/commands/command.ts';
import { queryClient, thenRefetch } from '#panel/data/query-client.ts';
import { changeTask } from '../../records/tasks/queries.ts';

/* Workload of members, the tasks of one of its cells, and absences. */

const workload = (slug: string) => ['team', slug, 'workload'];

/** Changes of tasks, and of the status of projects, change the sums. */
const meta = { alsoKinds: ['tasks', 'projects'], applyChange: () => 'stale' } as const;

export const workloadQuery = (slug: string, from: string, weeks: number) =>
  queryOptions({
    queryKey: [...workload(slug), 'weeks', from, weeks],
    queryFn: ({ signal }) =>
      request('GET /teams/{team_slug}/workload', {
        at: { team_slug: slug },
        query: { from, weeks },
        signal,
      }),
    placeholderData: keepPreviousData,
    meta,
  });

/** Member and week; the tasks without a due date if `week` is undefined. */
export interface CellAddress {
  readonly user: string;
  /** Its Monday. */
  readonly week: string | undefined;
}

export const isSameCell = (a: CellAddress, b: CellAddress | undefined) =>
  a.user === b?.user && a.week === b.week;

export const cellTasksQuery = (slug: string, { user, week }: CellAddress) =>
  queryOptions({
    queryKey: [...workload(slug), 'tasks', user, week],
    queryFn: ({ signal }) =>
      request('GET /teams/{team_slug}/workload/tasks', {
        at: { team_slug: slug },
        query: { user_id: user, week },
        signal,
      }),
    meta,
  });

/** Replaces an assignee of a task, unless the new one is assigned already. */
export function assigneesAfter(
  task: Pick<WorkloadTask, 'assignee_ids'>,
  from: string,
  to: string,
): readonly string[] {
  const isAssigned = task.assignee_ids.includes(to);
  return task.assignee_ids.flatMap((id) => (id !== from ? [id] : isAssigned ? [] : [to]));
}

/** Passes a task from one member to another; it can be undone. */
export async function reassign(
  slug: string,
  task: WorkloadTask,
  from: string,
  to: string,
): Promise<void> {
  const assignee_ids = assigneesAfter(task, from, to);
  await runWithToast(changeTask, { slug, id: task.id, change: { assignee_ids } });
  await queryClient.invalidateQueries({ queryKey: workload(slug) });
}

const refetching =
  (slug: string) =>
  async <T>(answer: Promise<T>): Promise<T> => {
    const data = await thenRefetch(['team', slug, 'absences'])(answer);
    await queryClient.invalidateQueries({ queryKey: workload(slug) });
    return data;
  };

/** Absences that end in the week or later, latest first. */
export const absencesQuery = (slug: string, from: string) =>
  queryOptions({
    queryKey: ['team', slug, 'absences', from],
    queryFn: ({ signal }) =>
      request('GET /teams/{team_slug}/absences', {
        at: { team_slug: slug },
        query: { from },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

/** Creates an absence, or replaces the values of the given one. */
export const saveAbsence = (
  slug: string,
  absence: Absence | undefined,
  { user_id, ...values }: UpdateAbsenceInput & { readonly user_id: string },
): Promise<unknown> =>
  refetching(slug)(
    absence
      ? request('PUT /teams/{team_slug}/absences/{id}', {
          at: { team_slug: slug, id: absence.id },
          body: values,
        })
      : request('POST /teams/{team_slug}/absences', {
          at: { team_slug: slug },
          body: { ...values, user_id },
        }),
  );

export const removeAbsence = (slug: string, { id }: Absence): Promise<unknown> =>
  refetching(slug)(
    request('DELETE /teams/{team_slug}/absences/{id}', { at: { team_slug: slug, id } }),
  );

/** Sets the weekly hours of a member; null for the default. */
export const setWeeklyHours = (
  slug: string,
  id: string,
  weekly_hours: number | null,
): Promise<unknown> =>
  thenRefetch(workload(slug))(
    request('PUT /teams/{team_slug}/members/{id}/weekly-hours', {
      at: { team_slug: slug, id },
      body: { weekly_hours },
    }),
  );
