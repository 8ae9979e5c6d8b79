import { requestPage } from '#panel/api/call.ts';
import { paginated } from '#panel/data/paginated.ts';
import type { WorkKind } from '#panel/route/record-paths.ts';

/** Change history of a record, latest first. */
export const historyQuery = (slug: string, kind: WorkKind, id: string) =>
  paginated(['team', slug, 'history', kind, id], (query, signal) =>
    requestPage('GET /teams/{team_slug}/history', {
      at: { team_slug: slug },
      query: { ...query, record_type: kind, record_id: id },
      signal,
    }),
  );
