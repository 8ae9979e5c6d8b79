import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { requestPage } from '#panel/api/call.ts';
import type { Operations } from '#panel/api/schema.ts';
import type { RecordChange } from '#panel/data/live-patches.ts';
import { recordsQuery } from '../shared/list/table-rows.ts';

/* A team's activities, for lists and calendars. */

type Listed = Operations['GET /teams/{team_slug}/activities'];
export type ListedActivity = Listed['answer'][number];
export type ActivityFilters = Omit<NonNullable<Listed['query']>, 'page' | 'limit' | 'after'>;

/** Fields whose linked names are part of a row. */
const links = ['client_id', 'deal_id'];

/** Patches a list; marks it stale if a field that decides its content or order changed. */
const patchOrStale =
  (decide: readonly string[]) =>
  (data: unknown, { verb, previous }: RecordChange) =>
    verb !== 'updated' || [...links, ...decide].some((name) => name in previous) ? 'stale' : data;

const days = ['due_date', 'occurred_at'];

export const activitiesQuery = (slug: string, filters: ActivityFilters) => ({
  ...recordsQuery(slug, 'activities', filters),
  meta: {
    applyChange: patchOrStale([
      ...days,
      'title',
      'type',
      'priority',
      ...(filters.completed === undefined ? [] : ['is_completed']),
      ...(filters.assigned_to === undefined ? [] : ['assigned_to']),
    ]),
  },
});

/** Maximum number of activities in a calendar. */
const maxInCalendar = 1_000;
const limit = 100;

/** Activities of the days in a calendar, with their total. */
export const calendarQuery = (slug: string, filters: ActivityFilters) =>
  queryOptions({
    queryKey: ['team', slug, 'activities', 'calendar', filters],
    placeholderData: keepPreviousData,
    async queryFn({ signal }) {
      const read = (page: number) =>
        requestPage('GET /teams/{team_slug}/activities', {
          at: { team_slug: slug },
          query: { ...filters, sort: 'occurred_at', limit, page },
          signal,
        });
      const first = await read(1);
      const pages = Math.min(first.pagination.pages, maxInCalendar / limit);
      const others = Array.from({ length: Math.max(0, pages - 1) }, (_, i) => read(i + 2));
      const all = [first, ...(await Promise.all(others))].flatMap(({ data }) => data);
      return { activities: all, total: first.pagination.total };
    },
    meta: {
      applyChange: patchOrStale([
        ...days,
        ...(filters.completed === undefined ? [] : ['is_completed']),
        ...(filters.assigned_to === undefined ? [] : ['assigned_to']),
        ...(filters.type === undefined ? [] : ['type']),
      ]),
    },
  });
