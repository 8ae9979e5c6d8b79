import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { requestPage } from '#panel/api/call.ts';
import type { Operations, Project } from '#panel/api/schema.ts';
import type { RecordChange } from '#panel/data/live-patches.ts';
import { fetchRequiredRelated } from '#panel/data/related.ts';
import { applyToPeriod, type Days } from '../shared/list/periods.ts';
import { recordsQuery } from '../shared/list/table-rows.ts';

type Query = NonNullable<Operations['GET /teams/{team_slug}/projects']['query']>;
/** Filters of projects. */
export type ProjectFilters = Omit<Query, 'page' | 'limit' | 'after' | 'sort'>;
export type SortedProjectFilters = ProjectFilters & Pick<Query, 'sort'>;

/** Projects of a team, for tables. */
export const projectsQuery = (slug: string, filters: SortedProjectFilters) =>
  recordsQuery(slug, 'projects', filters);

/** Page size. */
const limit = 100;

/** All projects of a period, for calendars and timelines. */
export const projectsOfDays = (slug: string, filters: ProjectFilters, { from, to: until }: Days) =>
  queryOptions({
    queryKey: ['team', slug, 'projects', 'days', { ...filters, from, until }],
    placeholderData: keepPreviousData,
    async queryFn({ signal }): Promise<readonly Project[]> {
      const projects: Project[] = [];
      let after: string | undefined;
      do {
        const page = await requestPage('GET /teams/{team_slug}/projects', {
          at: { team_slug: slug },
          query: { ...filters, from, until, sort: 'start_date', limit, after },
          signal,
        });
        projects.push(...page.data);
        after = page.after;
      } while (after !== undefined);
      return projects;
    },
    meta: { applyChange: applyToPeriod(filters, 'start_date', 'due_date') },
  });

/** Number of projects in the sidebar. */
const sidebarLimit = 6;

/** Active projects that changed last. */
export const activeProjectsQuery = (slug: string) =>
  queryOptions({
    queryKey: ['team', slug, 'projects', 'active'],
    placeholderData: keepPreviousData,
    async queryFn({ signal }): Promise<readonly Project[]> {
      const { data } = await requestPage('GET /teams/{team_slug}/projects', {
        at: { team_slug: slug },
        query: { status: 'active', sort: '-updated_at', limit: sidebarLimit },
        signal,
      });
      return data;
    },
    meta: { applyChange: () => 'stale' },
  });

/** True if a change of a task, campaign or group concerns the project, before or after. */
const isOf = (project: string, { record, previous }: RecordChange) =>
  record.project_id === project || previous.project_id === project || !('project_id' in record);

/** Totals of a project. */
export const overviewQuery = (slug: string, id: string) =>
  queryOptions({
    queryKey: ['team', slug, 'projects', 'overview', id],
    queryFn: () => fetchRequiredRelated({ slug, kind: 'projects', id }, 'overview'),
    meta: {
      alsoKinds: ['tasks', 'campaigns', 'conversations'],
      applyChange: (data: unknown, change: RecordChange) => {
        const isOwn = change.kind === 'projects' ? change.id === id : isOf(id, change);
        return isOwn ? 'stale' : data;
      },
    },
  });
