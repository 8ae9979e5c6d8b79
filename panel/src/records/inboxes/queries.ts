import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { allPages } from '#panel/api/all-pages.ts';
import { type OperationInput, request, requestPage } from '#panel/api/call.ts';
import type { SetInboxHistoryInput, StartInboxHistoryInput } from '#panel/api/schema.ts';
import type { Inbox } from '#panel/api/types.ts';
import { queryClient } from '#panel/data/query-client.ts';

/* Inboxes: their state and evidence. Only `inboxHealthQuery` calls a gateway, so its key is outside those that live changes invalidate. */

const key = (slug: string, ...rest: readonly string[]) => ['team', slug, 'inboxes', ...rest];

/** Page size; exceeds the number of inboxes of any team. */
const limit = 100;

/** All inboxes of a team, by name. The list, the shell's status and the records share this query. */
export const inboxesQuery = (slug: string) =>
  queryOptions({
    queryKey: key(slug, 'all'),
    async queryFn({ signal }): Promise<readonly Inbox[]> {
      return allPages((page) =>
        requestPage('GET /teams/{team_slug}/inboxes', {
          at: { team_slug: slug },
          query: { sort: 'name', limit, page },
          signal,
        }),
      );
    },
  });

/** A single inbox, also before the list has been read. */
export const inboxQuery = (slug: string, id: string) =>
  queryOptions({
    queryKey: key(slug, 'record', id),
    queryFn: ({ signal }) =>
      request('GET /teams/{team_slug}/inboxes/{id}', { at: { team_slug: slug, id }, signal }),
    placeholderData: () =>
      queryClient.getQueryData(inboxesQuery(slug).queryKey)?.find((inbox) => inbox.id === id),
    // Evidence of messages is written without an event, so this polls until the first one arrives.
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'connected' && data.evidence?.heard === false ? 5_000 : false,
  });

/** Log of an inbox, latest first. */
export const inboxLogQuery = (slug: string, id: string) =>
  infiniteQueryOptions({
    queryKey: key(slug, 'log', id),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: after, signal }) =>
      request('GET /teams/{team_slug}/inboxes/{id}/log', {
        at: { team_slug: slug, id },
        query: { limit: 20, after },
        signal,
      }),
    getNextPageParam: ({ after }) => after ?? undefined,
    select: ({ pages }) => pages.flatMap(({ entries }) => entries),
  });

/** Past messages that are being read, or were read last. */
export const inboxHistoryQuery = (slug: string, id: string) =>
  queryOptions({
    queryKey: key(slug, 'history', id),
    queryFn: ({ signal }) =>
      request('GET /teams/{team_slug}/inboxes/{id}/history', {
        at: { team_slug: slug, id },
        signal,
      }),
    refetchInterval: ({ state: { data } }) => (data?.history?.state === 'running' ? 1_500 : false),
  });

/** Health check that calls the gateway. */
export const inboxHealthQuery = (slug: string, id: string) =>
  queryOptions({
    queryKey: ['team', slug, 'inbox-health', id],
    queryFn: ({ signal }) =>
      request('GET /teams/{team_slug}/inboxes/{id}/health', {
        at: { team_slug: slug, id },
        signal,
      }),
    staleTime: 60_000,
  });

/** Configuration of an inbox, without secrets. */
export const inboxSetupQuery = (slug: string, id: string) =>
  queryOptions({
    queryKey: key(slug, 'setup', id),
    queryFn: ({ signal }) =>
      request('GET /teams/{team_slug}/inboxes/{id}/setup', { at: { team_slug: slug, id }, signal }),
  });

/** The latest messages of a test’s conversation, in both directions. */
export const testQuery = (slug: string, conversation: string) =>
  queryOptions({
    queryKey: ['team', slug, 'inbox-test', conversation],
    queryFn: ({ signal }) =>
      request('GET /teams/{team_slug}/msgapp/conversations/{id}/messages', {
        at: { team_slug: slug, id: conversation },
        query: { limit: 30, sort: '-created_at' },
        signal,
      }),
  });

type FieldCheckInput = OperationInput<'PUT /teams/{team_slug}/inbox-trials'>['body'];
export type Gateway = FieldCheckInput['gateway'];
type Texts = Readonly<Record<string, string>>;

/** Checks entered settings with the gateway, without storing them. */
export const checkInboxFields = (slug: string, body: FieldCheckInput, signal: AbortSignal) =>
  request('PUT /teams/{team_slug}/inbox-trials', { at: { team_slug: slug }, body, signal });

/** Next step of the login. */
export const loginInbox = (slug: string, id: string, phone: string | null, signal: AbortSignal) =>
  request('PUT /teams/{team_slug}/inboxes/{id}/login', {
    at: { team_slug: slug, id },
    body: { phone },
    signal,
  });

/** Actions on inboxes. */
export function inboxActions(slug: string) {
  const again = async <T>(answer: Promise<T>): Promise<T> => {
    try {
      return await answer;
    } finally {
      await queryClient.invalidateQueries({ queryKey: key(slug) });
    }
  };
  const at = (id: string) => ({ team_slug: slug, id });
  return {
    create: (body: OperationInput<'POST /teams/{team_slug}/inboxes'>['body']) =>
      again(request('POST /teams/{team_slug}/inboxes', { at: { team_slug: slug }, body })),
    set: (id: string, body: { readonly name?: string; readonly active?: boolean }) =>
      again(request('PUT /teams/{team_slug}/inboxes/{id}', { at: at(id), body })),
    connect: (id: string, config: Texts, setup: Texts) =>
      again(
        request('PUT /teams/{team_slug}/inboxes/{id}/connect', {
          at: at(id),
          body: { config, setup },
        }),
      ),
    reconnect: (id: string) =>
      again(request('PUT /teams/{team_slug}/inboxes/{id}/reconnect', { at: at(id), body: {} })),
    restart: (id: string) =>
      again(request('PUT /teams/{team_slug}/inboxes/{id}/restart', { at: at(id) })),
    disconnect: (id: string) =>
      again(request('PUT /teams/{team_slug}/inboxes/{id}/disconnect', { at: at(id) })),
    check: (id: string, restart: boolean) =>
      again(
        request('PUT /teams/{team_slug}/inboxes/{id}/check', { at: at(id), body: { restart } }),
      ),
    setGroups: async (id: string, groups: Inbox['groups']) => {
      await again(
        request('PUT /teams/{team_slug}/inboxes/{id}/groups', { at: at(id), body: { groups } }),
      );
      // Messages of muted groups are never unread.
      await queryClient.invalidateQueries({ queryKey: ['team', slug, 'conversations'] });
    },
    startHistory: (id: string, period: StartInboxHistoryInput['period']) =>
      again(
        request('POST /teams/{team_slug}/inboxes/{id}/history', { at: at(id), body: { period } }),
      ),
    setHistory: (id: string, state: SetInboxHistoryInput['state']) =>
      again(
        request('PUT /teams/{team_slug}/inboxes/{id}/history', { at: at(id), body: { state } }),
      ),
    remove: (id: string, force: boolean) =>
      again(request('DELETE /teams/{team_slug}/inboxes/{id}', { at: at(id), body: { force } })),
    send: (id: string, phone: string, content: string) =>
      request('POST /teams/{team_slug}/msgapp/messages', {
        at: { team_slug: slug },
        body: { inbox_id: id, phone, content },
      }),
    /** Simulates an incoming message of a sandbox. */
    receive: (id: string, from: string, text: string, name = '') =>
      request('POST /teams/{team_slug}/inboxes/{id}/sandbox-messages', {
        at: at(id),
        body: { from, text, ...(name !== '' && { name }) },
      }),
  };
}
