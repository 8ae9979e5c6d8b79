import { queryOptions } from '@tanstack/react-query';
import { request, requestPage } from '../api/call.ts';
import { paginated } from './paginated.ts';
import { queryClient } from './query-client.ts';

const key = (slug: string) => ['team', slug, 'trash'];

/** @param search text in the title or description */
export const trashQuery = (slug: string, search?: string) =>
  paginated([...key(slug), search ?? ''], (query, signal) =>
    requestPage('GET /teams/{team_slug}/trash', {
      at: { team_slug: slug },
      query: { ...query, search: search || undefined },
      signal,
    }),
  );

/** Number of tasks in the trash. */
export const trashCountQuery = (slug: string) =>
  queryOptions({
    queryKey: [...key(slug), 'count'],
    queryFn: async ({ signal }) =>
      (
        await requestPage('GET /teams/{team_slug}/trash', {
          at: { team_slug: slug },
          query: { limit: 1 },
          signal,
        })
      ).pagination.total,
  });

/** Restores a task from the trash. */
export async function restoreTask(slug: string, id: string) {
  const task = await request('POST /teams/{team_slug}/tasks/{id}/restore', {
    at: { team_slug: slug, id },
  });
  await queryClient.invalidateQueries({ queryKey: key(slug) });
  return task;
}
