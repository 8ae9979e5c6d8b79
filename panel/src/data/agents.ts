import { queryOptions } from '@tanstack/react-query';
import { request } from '../api/call.ts';
import { thenRefetch } from './query-client.ts';

/* Assistants that are connected by signing in: their requests, and the lists of them. */

/** @param query of the authorization request, as the assistant sent it */
export const agentRequestQuery = (query: string) =>
  queryOptions({
    queryKey: ['account', 'agent-request', query],
    queryFn: ({ signal }) => request('POST /account/agents/review', { body: { query }, signal }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });

export const approveAgent = (query: string, team: string, scope: 'read' | 'full') =>
  request('POST /account/agents/approve', { body: { query, team, scope } });

const ownKey = ['account', 'agents'];

export const ownAgentsQuery = queryOptions({
  queryKey: ownKey,
  queryFn: ({ signal }) => request('GET /account/agents', { signal }),
});

export const disconnectOwnAgent = (id: string) =>
  thenRefetch(ownKey)(request('DELETE /account/agents/{id}', { at: { id } }));

const teamKey = (slug: string) => ['team', slug, 'agents'];

export const teamAgentsQuery = (slug: string) =>
  queryOptions({
    queryKey: teamKey(slug),
    queryFn: ({ signal }) =>
      request('GET /teams/{team_slug}/agents', { at: { team_slug: slug }, signal }),
  });

export const disconnectTeamAgent = (slug: string) => (id: string) =>
  thenRefetch(teamKey(slug))(
    request('DELETE /teams/{team_slug}/agents/{id}', { at: { team_slug: slug, id } }),
  );
