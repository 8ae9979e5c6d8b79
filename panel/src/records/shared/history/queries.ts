import { requestPage } from '#panel/api/call.ts';
import { paginated } from '#panel/data/paginated.ts';
import { fetchRelated } from '#panel/data/related.ts';
import type { WorkKind } from '#panel/route/record-paths.ts';

/** Change history of a record, latest first. */
export const historyQuery = (slug: string, kind: WorkKind, id: string) =>
  paginated(['team', slug, 'history', kind, id], async (query, signal) => {
    // The only page that shows the history at once.
    const isRelated = kind === 'contracts' && query.page === 1;
    const first = isRelated ? await fetchRelated({ slug, kind, id }, 'history') : null;
    if (first) return first;
    return requestPage('GET /teams/{team_slug}/history', {
      at: { team_slug: slug },
      query: { ...query, record_type: kind, record_id: id },
      signal,
    });
  });
