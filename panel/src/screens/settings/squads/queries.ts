import { request, requestPage } from '#panel/api/call.ts';
import { paginated } from '#panel/data/paginated.ts';
import { thenRefetch } from '#panel/data/query-client.ts';

const key = (slug: string) => ['team', slug, 'squads'];

export const squadsQuery = (slug: string) =>
  paginated(key(slug), (query, signal) =>
    requestPage('GET /teams/{team_slug}/squads', {
      at: { team_slug: slug },
      query: { ...query, sort: 'name' },
      signal,
    }),
  );

/** Admin actions on squads. */
export function squadActions(slug: string) {
  const team_slug = slug;
  const again = thenRefetch(key(slug));
  return {
    create: (name: string) =>
      again(request('POST /teams/{team_slug}/squads', { at: { team_slug }, body: { name } })),
    rename: (id: string, name: string) =>
      again(
        request('PUT /teams/{team_slug}/squads/{id}', { at: { team_slug, id }, body: { name } }),
      ),
    remove: (id: string) =>
      again(request('DELETE /teams/{team_slug}/squads/{id}', { at: { team_slug, id } })),
    add: (id: string, inner: string) =>
      again(
        request('PUT /teams/{team_slug}/squads/{id}/members/{inner}', {
          at: { team_slug, id, inner },
        }),
      ),
    takeOut: (id: string, inner: string) =>
      again(
        request('DELETE /teams/{team_slug}/squads/{id}/members/{inner}', {
          at: { team_slug, id, inner },
        }),
      ),
  };
}

export type SquadActions = ReturnType<typeof squadActions>;
