import { ask, askPage } from '../api/call.ts';
import { client } from './client.ts';
import { pages } from './pages.ts';

/* What connects a team with others, as its settings list it: inboxes, workflows. */

type Kind = 'inboxes' | 'workflows';
const key = (slug: string, kind: Kind) => ['team', slug, kind];

export const inboxesQuery = (slug: string) =>
  pages(key(slug, 'inboxes'), (query, signal) =>
    askPage('GET /teams/{team_slug}/inboxes', {
      at: { team_slug: slug },
      query: { ...query, sort: 'name' },
      signal,
    }),
  );

export const workflowsQuery = (slug: string) =>
  pages(key(slug, 'workflows'), (query, signal) =>
    askPage('GET /teams/{team_slug}/workflows', {
      at: { team_slug: slug },
      query: { ...query, sort: 'name' },
      signal,
    }),
  );

/** Switches one of them on or off. */
export function switches(slug: string) {
  const again = async <T>(kind: Kind, answer: Promise<T>): Promise<T> => {
    const data = await answer;
    await client.invalidateQueries({ queryKey: key(slug, kind) });
    return data;
  };
  const at = (id: string) => ({ team_slug: slug, id });
  return {
    inbox: (id: string, active: boolean) =>
      again(
        'inboxes',
        ask('PUT /teams/{team_slug}/inboxes/{id}', { at: at(id), body: { active } }),
      ),
    workflow: (id: string, isActive: boolean) =>
      again<unknown>(
        'workflows',
        isActive
          ? ask('PUT /teams/{team_slug}/workflows/{id}/enable', { at: at(id) })
          : ask('PUT /teams/{team_slug}/workflows/{id}/disable', { at: at(id) }),
      ),
  };
}
