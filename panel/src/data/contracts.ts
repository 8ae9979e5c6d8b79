import { ask, askPage } from '../api/call.ts';
import { pages } from './paginated.ts';
import { thenReads } from './query-client.ts';

const key = (slug: string) => ['team', slug, 'contracts'];

export const contractsQuery = (slug: string) =>
  pages(key(slug), (query, signal) =>
    askPage('GET /teams/{team_slug}/contracts', {
      at: { team_slug: slug },
      query: { ...query, sort: 'title' },
      signal,
    }),
  );

export interface ContractValues {
  readonly title: string;
  readonly client_id: string | null;
}

/** Admin actions on contracts. */
export function contractActs(slug: string) {
  const team_slug = slug;
  const again = thenReads(key(slug));
  return {
    create: (body: ContractValues) =>
      again(ask('POST /teams/{team_slug}/contracts', { at: { team_slug }, body })),
    change: (id: string, body: ContractValues) =>
      again(ask('PUT /teams/{team_slug}/contracts/{id}', { at: { team_slug, id }, body })),
    remove: (id: string) =>
      again(ask('DELETE /teams/{team_slug}/contracts/{id}', { at: { team_slug, id } })),
  };
}

export type ContractActs = ReturnType<typeof contractActs>;
