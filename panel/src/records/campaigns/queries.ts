import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { allPages } from '#panel/api/all-pages.ts';
import { requestPage } from '#panel/api/call.ts';
import type { Operations } from '#panel/api/schema.ts';
import type { ListedCampaign } from '#panel/api/types.ts';
import { applyToPeriod, type Days } from '../shared/list/periods.ts';
import { recordsQuery } from '../shared/list/table-rows.ts';

type CampaignsQuery = NonNullable<Operations['GET /teams/{team_slug}/campaigns']['query']>;
export type CampaignFilters = Pick<
  CampaignsQuery,
  'sort' | 'status' | 'approval_status' | 'project_id' | 'client_id' | 'search'
>;

/** Campaigns of a team, for tables. */
export const campaignsQuery = (slug: string, filters: CampaignFilters) =>
  recordsQuery(slug, 'campaigns', filters);

const limit = 100;

/** All campaigns of a period, for calendars and timelines. */
export const campaignsOfDays = (
  slug: string,
  filters: Omit<CampaignFilters, 'sort'>,
  { from, to: until }: Days,
) =>
  queryOptions({
    queryKey: ['team', slug, 'campaigns', 'days', { ...filters, from, until }],
    placeholderData: keepPreviousData,
    async queryFn({ signal }): Promise<readonly ListedCampaign[]> {
      return allPages((page) =>
        requestPage('GET /teams/{team_slug}/campaigns', {
          at: { team_slug: slug },
          query: { ...filters, from, until, sort: 'start_date', limit, page },
          signal,
        }),
      );
    },
    meta: { applyChange: applyToPeriod(filters, 'start_date', 'end_date') },
  });

/** Campaigns of a project that can share an approval request. */
export const campaignsOfProject = (slug: string, project_id: string) =>
  queryOptions({
    queryKey: ['team', slug, 'campaigns', 'of', { project_id }],
    queryFn: async ({ signal }) =>
      (
        await requestPage('GET /teams/{team_slug}/campaigns', {
          at: { team_slug: slug },
          query: { project_id, sort: 'name', limit },
          signal,
        })
      ).data,
  });
