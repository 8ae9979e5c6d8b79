import { request, requestPage } from '#panel/api/call.ts';
import { paginated } from '#panel/data/paginated.ts';
import { thenRefetch } from '#panel/data/query-client.ts';

const key = (slug: string) => ['team', slug, 'contracts'];

export const contractsQuery = (slug: string) =>
  paginated(key(slug), (query, signal) =>
    requestPage('GET /teams/{team_slug}/contracts', {
      at: { team_slug: slug },
      query: { ...query, sort: 'title' },
      signal,
    }),
  );

interface ContractValues {
  readonly title: string;
  readonly client_id: string | null;
}

/** Admin actions on contracts. */
export function contractActions(slug: string) {
  const team_slug = slug;
  const again = thenRefetch(key(slug));
  return {
    create: (body: ContractValues) =>
      again(request('POST /teams/{team_slug}/contracts', { at: { team_slug }, body })),
    change: (id: string, body: ContractValues) =>
      again(request('PUT /teams/{team_slug}/contracts/{id}', { at: { team_slug, id }, body })),
    remove: (id: string) =>
      again(request('DELETE /teams/{team_slug}/contracts/{id}', { at: { team_slug, id } })),
  };
}

export type ContractActions = ReturnType<typeof contractActions>;
