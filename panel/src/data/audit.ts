import { askFile, askPage, type Given, segment } from '../api/call.ts';
import { paginated } from './paginated.ts';

type Query = NonNullable<Given<'GET /teams/{team_slug}/audit'>['query']>;

/** Filters of audit entries. */
export type AuditFilters = Pick<Query, 'actor_id' | 'record_id' | 'operation' | 'from' | 'to'>;

export const auditQuery = (slug: string, filters: AuditFilters) =>
  paginated(['team', slug, 'audit', filters], (query, signal) =>
    askPage('GET /teams/{team_slug}/audit', {
      at: { team_slug: slug },
      query: { ...filters, ...query },
      signal,
    }),
  );

/** Audit entries as a CSV file. @throws Failure also if a large export needs a fresh authentication */
export const auditFile = (slug: string, filters: AuditFilters): Promise<Blob> =>
  askFile(`/teams/${segment(slug)}/audit.csv`, filters);
