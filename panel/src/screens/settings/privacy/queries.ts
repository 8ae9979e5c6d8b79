import { type InfiniteData, infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { type OperationInput, request, segment } from '#panel/api/call.ts';
import type { PrivacyHit, PrivacyRequest } from '#panel/api/schema.ts';
import { queryClient, thenRefetch } from '#panel/data/query-client.ts';

/* Requests of persons about their data. Live notices refetch them after each step; while the worker is at one, they are polled as well. */

const key = (slug: string, ...rest: readonly string[]) => [
  'team',
  slug,
  'privacy-requests',
  ...rest,
];
/** Separate from the requests: a decision changes a request's counts, but does not take the passage away from the user. */
const hitsKey = (slug: string, id: string) => ['team', slug, 'privacy-hits', id];
const unreadKey = (slug: string, id: string) => ['team', slug, 'privacy-unread', id];

const busyStates: ReadonlySet<PrivacyRequest['state']> = new Set([
  'searching',
  'packing',
  'erasing',
]);

/** True while the worker is at it. */
export const isWorking = ({ state }: Pick<PrivacyRequest, 'state'>) => busyStates.has(state);

const pollMs = 1_500;

export const privacyRequestsQuery = (slug: string) =>
  queryOptions({
    queryKey: key(slug),
    queryFn: ({ signal }) =>
      request('GET /teams/{team_slug}/privacy-requests', { at: { team_slug: slug }, signal }),
    refetchInterval: ({ state: { data } }) => (data?.some(isWorking) ? pollMs : false),
  });

export const privacyRequestQuery = (slug: string, id: string) =>
  queryOptions({
    queryKey: key(slug, id),
    queryFn: ({ signal }) =>
      request('GET /teams/{team_slug}/privacy-requests/{id}', {
        at: { team_slug: slug, id },
        signal,
      }),
    refetchInterval: ({ state: { data } }) => (data && isWorking(data) ? pollMs : false),
  });

export const proofQuery = (slug: string, id: string) =>
  queryOptions({
    queryKey: key(slug, id, 'proof'),
    queryFn: ({ signal }) =>
      request('GET /teams/{team_slug}/privacy-requests/{id}/proof', {
        at: { team_slug: slug, id },
        signal,
      }),
  });

/** Page size of the service. */
const hitsPerPage = 100;

/**
 * Passages of a request, loaded page by page.
 * @param search time of the search that made them
 * @param isOpen undefined for all
 */
export const hitsQuery = (
  slug: string,
  id: string,
  search: string | null,
  isOpen: boolean | undefined,
) =>
  infiniteQueryOptions({
    queryKey: [...hitsKey(slug, id), search, isOpen ?? 'all'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      request('GET /teams/{team_slug}/privacy-requests/{id}/hits', {
        at: { team_slug: slug, id },
        query: {
          ...(pageParam !== undefined && { after: pageParam }),
          ...(isOpen !== undefined && { is_open: isOpen }),
        },
        signal,
      }),
    getNextPageParam: (page) => (page.length < hitsPerPage ? undefined : page.at(-1)?.id),
    select: ({ pages }) => pages.flat(),
    // Decided passages stay in the list until it is opened again.
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Files that the search of a request could not read, loaded page by page. */
export const unreadFilesQuery = (slug: string, id: string, search: string | null) =>
  infiniteQueryOptions({
    queryKey: [...unreadKey(slug, id), search],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      request('GET /teams/{team_slug}/privacy-requests/{id}/unread-files', {
        at: { team_slug: slug, id },
        query: pageParam === undefined ? {} : { after: pageParam },
        signal,
      }),
    getNextPageParam: (page) => (page.length < hitsPerPage ? undefined : page.at(-1)?.id),
    select: ({ pages }) => pages.flat(),
  });

export const packageHref = (slug: string, id: string) =>
  `/api/panel/teams/${segment(slug)}/privacy-requests/${segment(id)}/package.zip`;

/** Max passages of a decision. */
const maxDecided = 200;

type Created = NonNullable<OperationInput<'POST /teams/{team_slug}/privacy-requests'>['body']>;
type Changed = NonNullable<OperationInput<'PUT /teams/{team_slug}/privacy-requests/{id}'>['body']>;
type Closed = NonNullable<
  OperationInput<'POST /teams/{team_slug}/privacy-requests/{id}/close'>['body']
>;

/** A decision on passages. */
export type Decision = Pick<PrivacyHit, 'basis'> & {
  readonly decision: NonNullable<PrivacyHit['decision']>;
};

export const privacyActions = (slug: string) => {
  const again = thenRefetch(key(slug));
  const at = (id: string) => ({ team_slug: slug, id });
  return {
    create: (body: Created) =>
      again(request('POST /teams/{team_slug}/privacy-requests', { at: { team_slug: slug }, body })),
    change: (id: string, body: Changed) =>
      again(request('PUT /teams/{team_slug}/privacy-requests/{id}', { at: at(id), body })),
    search: (id: string) =>
      again(request('POST /teams/{team_slug}/privacy-requests/{id}/search', { at: at(id) })),
    choose: (id: string, record_ids: readonly string[]) =>
      again(
        request('PUT /teams/{team_slug}/privacy-requests/{id}/subjects', {
          at: at(id),
          body: { record_ids: [...record_ids] },
        }),
      ),
    async decide(id: string, hits: readonly string[], { decision, basis }: Decision) {
      for (let from = 0; from < hits.length; from += maxDecided) {
        const part = hits.slice(from, from + maxDecided);
        await request('PUT /teams/{team_slug}/privacy-requests/{id}/hits', {
          at: at(id),
          body: { hit_ids: part, decision, basis },
        });
        keepDecision(slug, id, new Set(part), { decision, basis });
      }
      await queryClient.invalidateQueries({ queryKey: key(slug) });
    },
    pack: (id: string) =>
      again(request('POST /teams/{team_slug}/privacy-requests/{id}/package', { at: at(id) })),
    erase: (id: string, code: string) =>
      again(
        request('POST /teams/{team_slug}/privacy-requests/{id}/erase', {
          at: at(id),
          body: { code },
        }),
      ),
    close: (id: string, body: Closed) =>
      again(request('POST /teams/{team_slug}/privacy-requests/{id}/close', { at: at(id), body })),
  };
};

/** Writes a decision to the cached passages. */
function keepDecision(
  slug: string,
  id: string,
  hits: ReadonlySet<string>,
  decision: Decision,
): void {
  queryClient.setQueriesData<InfiniteData<readonly PrivacyHit[]>>(
    { queryKey: hitsKey(slug, id) },
    (cached) =>
      cached && {
        ...cached,
        pages: cached.pages.map((page) =>
          page.map((hit) => (hits.has(hit.id) ? { ...hit, ...decision, decided_by: null } : hit)),
        ),
      },
  );
}
