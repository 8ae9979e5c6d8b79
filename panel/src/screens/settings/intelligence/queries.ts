import { queryOptions } from '@tanstack/react-query';
import { type OperationInput, request } from '#panel/api/call.ts';
import { queryClient } from '#panel/data/query-client.ts';

export const intelligenceQuery = (slug: string) =>
  queryOptions({
    queryKey: ['team', slug, 'settings', 'intelligence'],
    queryFn: ({ signal }) =>
      request('GET /teams/{team_slug}/intelligence/settings', { at: { team_slug: slug }, signal }),
  });

export const winModelQuery = (slug: string) =>
  queryOptions({
    queryKey: ['team', slug, 'settings', 'win-model'],
    queryFn: ({ signal }) =>
      request('GET /teams/{team_slug}/intelligence/win-model', { at: { team_slug: slug }, signal }),
  });

export type IntelligenceChange =
  OperationInput<'PUT /teams/{team_slug}/intelligence/settings'>['body'];

export async function setIntelligence(slug: string, body: IntelligenceChange): Promise<void> {
  const settings = await request('PUT /teams/{team_slug}/intelligence/settings', {
    at: { team_slug: slug },
    body,
  });
  queryClient.setQueryData(intelligenceQuery(slug).queryKey, settings);
}
