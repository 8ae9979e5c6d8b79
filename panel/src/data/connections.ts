import { ask, askPage } from '../api/call.ts';
import { client } from './client.ts';
import { pages } from './pages.ts';

/* Workflows, as a team's settings list them. */

const key = (slug: string) => ['team', slug, 'workflows'];

export const workflowsQuery = (slug: string) =>
  pages(key(slug), (query, signal) =>
    askPage('GET /teams/{team_slug}/workflows', {
      at: { team_slug: slug },
      query: { ...query, sort: 'name' },
      signal,
    }),
  );

/** Switches one of them on or off. */
export function switches(slug: string) {
  const again = async <T>(answer: Promise<T>): Promise<T> => {
    const data = await answer;
    await client.invalidateQueries({ queryKey: key(slug) });
    return data;
  };
  const at = (id: string) => ({ team_slug: slug, id });
  return {
    workflow: (id: string, isActive: boolean) =>
      again<unknown>(
        isActive
          ? ask('PUT /teams/{team_slug}/workflows/{id}/enable', { at: at(id) })
          : ask('PUT /teams/{team_slug}/workflows/{id}/disable', { at: at(id) }),
      ),
  };
}
