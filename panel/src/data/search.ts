import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { request } from '../api/call.ts';
import type { SearchGroup } from '../api/schema.ts';

/** Search results in a team; an empty text has none. */
export const searchQuery = (slug: string, typed: string) =>
  queryOptions({
    queryKey: ['team', slug, 'search', typed],
    staleTime: 5_000,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }): Promise<readonly SearchGroup[]> =>
      typed === ''
        ? Promise.resolve([])
        : request('GET /teams/{team_slug}/search', {
            at: { team_slug: slug },
            query: { q: typed.slice(0, 200) },
            signal,
          }),
  });
