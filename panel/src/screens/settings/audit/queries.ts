import { type OperationInput, requestFile, requestPage, segment } from '#panel/api/call.ts';
import { paginated } from '#panel/data/paginated.ts';

type Query = NonNullable<OperationInput<'GET /teams/{team_slug}/audit'>['query']>;

/** Filters of audit entries. */
export type AuditFilters = Pick<Query, 'actor_id' | 'record_id' | 'operation' | 'from' | 'to'>;

export const auditQuery = (slug: string, filters: AuditFilters) =>
  paginated(['team', slug, 'audit', filters], (query, signal) =>
    requestPage('GET /teams/{team_slug}/audit', {
      at: { team_slug: slug },
      query: { ...filters, ...query },
      signal,
    }),
  );

/** Audit entries as a CSV file. @throws Failure also if a large export needs a fresh authentication */
export const auditFile = (slug: string, filters: AuditFilters): Promise<Blob> =>
  requestFile(`/teams/${segment(slug)}/audit.csv`, filters);
