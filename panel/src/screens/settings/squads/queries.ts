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
    setRole: (id: string, inner: string, role: string | null) =>
      again(
        request('PUT /teams/{team_slug}/squads/{id}/members/{inner}/role', {
          at: { team_slug, id, inner },
          body: { role },
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

interface HasRole {
  readonly role: string | null;
}

/** Roles that are in use, in alphabetical order, each once: they differ neither by case nor by accents. */
export function rolesIn(
  squads: readonly { readonly members: readonly HasRole[] }[],
  others: readonly HasRole[] = [],
): readonly string[] {
  const { compare } = new Intl.Collator(undefined, { sensitivity: 'base' });
  const roles = [...squads.flatMap(({ members }) => members), ...others].flatMap(
    ({ role }) => role ?? [],
  );
  return roles.sort(compare).filter((role, place) => compare(role, roles[place - 1] ?? '') !== 0);
}
