import { queryOptions } from '@tanstack/react-query';
import { request } from '#panel/api/call.ts';

/** Templates of an official number, as currently listed by the network. */
export const templatesQuery = (slug: string, inbox: string) =>
  queryOptions({
    queryKey: ['team', slug, 'templates', inbox],
    staleTime: 60_000,
    retry: false,
    queryFn: async ({ signal }) =>
      (
        await request('GET /teams/{team_slug}/inboxes/{id}/templates', {
          at: { team_slug: slug, id: inbox },
          signal,
        })
      ).templates,
  });
