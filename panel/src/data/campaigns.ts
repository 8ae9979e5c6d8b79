import { queryOptions } from '@tanstack/react-query';
import { askPage } from '../api/call.ts';
import type { Operations } from '../api/schema.ts';
import type { Campaign } from '../api/types.ts';
import { rowsQuery } from './rows.ts';

type Asked = NonNullable<Operations['GET /teams/{team_slug}/campaigns']['query']>;
export type CampaignsAsked = Pick<
  Asked,
  'sort' | 'status' | 'approval_status' | 'project_id' | 'client_id' | 'search'
>;

/** A team's campaigns, as a table shows them. */
export const campaignsQuery = (slug: string, asked: CampaignsAsked) =>
  rowsQuery(['team', slug, 'campaigns', 'list', asked], (query, signal) =>
    askPage('GET /teams/{team_slug}/campaigns', {
      at: { team_slug: slug },
      query: { ...asked, ...query },
      signal,
    }),
  );

const limit = 100;

/** Those of some days, as a calendar shows them: all of them. */
export const campaignsOfDays = (slug: string, asked: CampaignsAsked, from: string, until: string) =>
  queryOptions({
    queryKey: ['team', slug, 'campaigns', 'days', { ...asked, from, until }],
    async queryFn({ signal }): Promise<readonly Campaign[]> {
      const ask = (page: number) =>
        askPage('GET /teams/{team_slug}/campaigns', {
          at: { team_slug: slug },
          query: { ...asked, from, until, sort: 'start_date', limit, page },
          signal,
        });
      const first = await ask(1);
      const others = Array.from({ length: first.pagination.pages - 1 }, (_, i) => ask(i + 2));
      return [first, ...(await Promise.all(others))].flatMap(({ data }) => data);
    },
  });

/** The campaigns of a project: what can be asked about together. */
export const campaignsOfProject = (slug: string, project_id: string) =>
  queryOptions({
    queryKey: ['team', slug, 'campaigns', 'of', { project_id }],
    queryFn: async ({ signal }) =>
      (
        await askPage('GET /teams/{team_slug}/campaigns', {
          at: { team_slug: slug },
          query: { project_id, sort: 'name', limit },
          signal,
        })
      ).data,
  });
