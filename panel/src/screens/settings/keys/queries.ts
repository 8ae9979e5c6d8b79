import { type OperationInput, request, requestPage } from '#panel/api/call.ts';
import { paginated } from '#panel/data/paginated.ts';
import { thenRefetch } from '#panel/data/query-client.ts';

const key = (slug: string) => ['team', slug, 'keys'];

export const keysQuery = (slug: string) =>
  paginated(key(slug), (query, signal) =>
    requestPage('GET /teams/{team_slug}/keys', {
      at: { team_slug: slug },
      query: { ...query, sort: '-created_at' },
      signal,
    }),
  );

type NewKey = OperationInput<'POST /teams/{team_slug}/keys'>['body'];

/** Admin actions on API keys. */
export function keyActions(slug: string) {
  const team_slug = slug;
  const again = thenRefetch(key(slug));
  return {
    create: (body: NewKey) =>
      again(request('POST /teams/{team_slug}/keys', { at: { team_slug }, body })),
    /** @param old_expires_at expiry of the replaced key */
    rotate: (id: string, old_expires_at: string) =>
      again(
        request('POST /teams/{team_slug}/keys/{id}/rotate', {
          at: { team_slug, id },
          body: { old_expires_at },
        }),
      ),
    revoke: (id: string) =>
      again(request('DELETE /teams/{team_slug}/keys/{id}', { at: { team_slug, id } })),
  };
}

export type KeyActions = ReturnType<typeof keyActions>;
