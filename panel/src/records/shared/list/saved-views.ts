import { queryOptions } from '@tanstack/react-query';
import { request } from '#panel/api/call.ts';
import type { SavedView } from '#panel/api/types.ts';
import { thenRefetch } from '#panel/data/query-client.ts';

/* Saved views: named queries of lists. */

export const viewsQuery = (slug: string) =>
  queryOptions({
    queryKey: ['team', slug, 'views'],
    queryFn: ({ signal }) =>
      request('GET /teams/{team_slug}/views', { at: { team_slug: slug }, signal }),
    staleTime: 5 * 60_000,
  });

interface SavedViewFields {
  readonly resource: SavedView['resource'];
  readonly name: string;
  readonly scope: SavedView['scope'];
  readonly query: Readonly<Record<string, string>>;
}

export function savedViewActions(slug: string) {
  const again = thenRefetch(viewsQuery(slug).queryKey);
  const at = (id: string) => ({ team_slug: slug, id });
  return {
    create: (body: SavedViewFields) =>
      again(request('POST /teams/{team_slug}/views', { at: { team_slug: slug }, body })),
    change: (id: string, body: Partial<Omit<SavedViewFields, 'resource'>>) =>
      again(request('PUT /teams/{team_slug}/views/{id}', { at: at(id), body })),
    remove: (id: string) => again(request('DELETE /teams/{team_slug}/views/{id}', { at: at(id) })),
    pin: (id: string, is_pinned: boolean) =>
      again(request('PUT /teams/{team_slug}/views/{id}/pin', { at: at(id), body: { is_pinned } })),
    order: (ids: readonly string[]) =>
      again(request('PUT /teams/{team_slug}/views', { at: { team_slug: slug }, body: { ids } })),
  };
}
