import { keepPreviousData, queryOptions, type UseQueryOptions } from '@tanstack/react-query';
import { request, requestPage } from '#panel/api/call.ts';
import type { Operations, Project } from '#panel/api/schema.ts';
import type { Choice, FindChoices } from '#panel/data/choices.ts';
import type { RecordChange } from '#panel/data/live-patches.ts';
import { fetchRequiredRelated } from '#panel/data/related.ts';
import { rowsQuery } from '../shared/list/table-rows.ts';

type Query = NonNullable<Operations['GET /teams/{team_slug}/projects']['query']>;
/** Filters of projects. */
export type ProjectFilters = Omit<Query, 'page' | 'limit' | 'after' | 'sort'>;
export type SortedProjectFilters = ProjectFilters & Pick<Query, 'sort'>;

/** Projects of a team, for tables. */
export const projectsQuery = (slug: string, filters: SortedProjectFilters) =>
  rowsQuery(['team', slug, 'projects', 'list', filters], (query, signal) =>
    requestPage('GET /teams/{team_slug}/projects', {
      at: { team_slug: slug },
      query: { ...filters, ...query },
      signal,
    }),
  );

/** Page size. */
const limit = 100;

/** All projects due in a period, for calendars. */
export const projectsDueQuery = (slug: string, filters: ProjectFilters) =>
  queryOptions({
    queryKey: ['team', slug, 'projects', 'due', { ...filters, due_date: 'sorted' }],
    placeholderData: keepPreviousData,
    async queryFn({ signal }): Promise<readonly Project[]> {
      const found: Project[] = [];
      let after: string | undefined;
      do {
        const page = await requestPage('GET /teams/{team_slug}/projects', {
          at: { team_slug: slug },
          query: { ...filters, sort: 'due_date', limit, after },
          signal,
        });
        found.push(...page.data);
        after = page.after;
      } while (after !== undefined);
      return found;
    },
  });

/** True if a change of a task or campaign concerns the project, before or after. */
const isOf = (project: string, { record, previous }: RecordChange) =>
  record.project_id === project || previous.project_id === project || !('project_id' in record);

/** Totals of a project. */
export const overviewQuery = (slug: string, id: string) =>
  queryOptions({
    queryKey: ['team', slug, 'projects', 'overview', id],
    queryFn: () => fetchRequiredRelated({ slug, kind: 'projects', id }, 'overview'),
    meta: {
      alsoKinds: ['tasks', 'campaigns'],
      applyChange: (data: unknown, change: RecordChange) => {
        const isOwn = change.kind === 'projects' ? change.id === id : isOf(id, change);
        return isOwn ? 'stale' : data;
      },
    },
  });

const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const allSquads = async (slug: string, signal: AbortSignal): Promise<readonly Choice[]> => {
  const { data } = await requestPage('GET /teams/{team_slug}/squads', {
    at: { team_slug: slug },
    query: { sort: 'name', limit },
    signal,
  });
  return data.map(({ id, name }) => ({ id, name }));
};

/** Squads, filtered here because no team has many. */
export const findSquads: FindChoices = (slug, typed) =>
  queryOptions({
    queryKey: ['team', slug, 'squads', 'choices', typed],
    queryFn: async ({ signal }): Promise<readonly Choice[]> =>
      (await allSquads(slug, signal)).filter(({ name }) => folded(name).includes(folded(typed))),
    placeholderData: keepPreviousData,
  });

/** Label of a filter value known only by its id in the address. */
export const nameQuery = (
  queryKey: readonly string[],
  read: (signal: AbortSignal) => Promise<string>,
) =>
  queryOptions({
    queryKey: [...queryKey, 'name'],
    queryFn: ({ signal }) => read(signal),
  }) as UseQueryOptions<string, Error, string, never>;

export const squadName = (slug: string, id: string) =>
  nameQuery(['team', slug, 'squads', id], async (signal) => {
    const squad = (await allSquads(slug, signal)).find((each) => each.id === id);
    return squad?.name ?? id;
  });

export const clientName = (slug: string, id: string) =>
  nameQuery(['team', slug, 'clients', id], async (signal) => {
    const at = { team_slug: slug, id };
    return (await request('GET /teams/{team_slug}/clients/{id}', { at, signal })).name;
  });

export const projectName = (slug: string, id: string) =>
  nameQuery(['team', slug, 'projects', id], async (signal) => {
    const at = { team_slug: slug, id };
    return (await request('GET /teams/{team_slug}/projects/{id}', { at, signal })).name;
  });
