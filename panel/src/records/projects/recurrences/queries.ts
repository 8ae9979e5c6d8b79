import { queryOptions } from '@tanstack/react-query';
import { request } from '#panel/api/call.ts';
import type { TaskRecurrence } from '#panel/api/schema.ts';
import { thenRefetch } from '#panel/data/query-client.ts';

/** Recurring tasks of a project. */
export const recurrencesQuery = (slug: string, project: string) =>
  queryOptions({
    queryKey: ['team', slug, 'task-recurrences', project],
    queryFn: ({ signal }): Promise<readonly TaskRecurrence[]> =>
      request('GET /teams/{team_slug}/projects/{id}/task-recurrences', {
        at: { team_slug: slug, id: project },
        signal,
      }),
  });

/** Refetches recurring tasks after a change. */
export const thenRefetchRecurrences = (slug: string) =>
  thenRefetch(['team', slug, 'task-recurrences']);
