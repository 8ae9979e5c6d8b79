import { queryOptions } from '@tanstack/react-query';
import { request } from '../api/call.ts';

/** Loss reasons, sources and tags of deals in use. */
export const dealTermsQuery = (slug: string) =>
  queryOptions({
    queryKey: ['team', slug, 'deal-terms'],
    queryFn: ({ signal }) =>
      request('GET /teams/{team_slug}/deals/terms', { at: { team_slug: slug }, signal }),
    staleTime: 60_000,
  });
