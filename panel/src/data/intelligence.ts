import { queryOptions } from '@tanstack/react-query';
import { type OperationInput, request } from '../api/call.ts';
import { queryClient } from './query-client.ts';

export const intelligenceQuery = (slug: string) =>
  queryOptions({
    queryKey: ['team', slug, 'settings', 'intelligence'],
    queryFn: ({ signal }) =>
      request('GET /teams/{team_slug}/intelligence/settings', { at: { team_slug: slug }, signal }),
    staleTime: 60_000,
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

/** Lets the language model write the summary of a deal. */
export const writeSummary = (slug: string, id: string) =>
  request('POST /teams/{team_slug}/deals/{id}/summary', { at: { team_slug: slug, id } });

/** Lets the language model suggest a reply to a conversation. */
export const suggestReply = (slug: string, id: string) =>
  request('POST /teams/{team_slug}/conversations/{id}/suggested-reply', {
    at: { team_slug: slug, id },
  });
