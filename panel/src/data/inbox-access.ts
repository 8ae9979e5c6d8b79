import { queryOptions } from '@tanstack/react-query';
import { type OperationInput, request } from '../api/call.ts';
import { queryClient } from './query-client.ts';

export const inboxAccessQuery = (slug: string, id: string) =>
  queryOptions({
    queryKey: ['team', slug, 'inboxes', 'access', id],
    queryFn: ({ signal }) =>
      request('GET /teams/{team_slug}/inboxes/{id}/access', {
        at: { team_slug: slug, id },
        signal,
      }),
  });

type Change = OperationInput<'PUT /teams/{team_slug}/inboxes/{id}/access'>['body'];

export async function setInboxAccess(slug: string, id: string, body: Change): Promise<void> {
  const access = await request('PUT /teams/{team_slug}/inboxes/{id}/access', {
    at: { team_slug: slug, id },
    body,
  });
  queryClient.setQueryData(inboxAccessQuery(slug, id).queryKey, access);
}
