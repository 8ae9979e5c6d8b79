import { queryOptions } from '@tanstack/react-query';
import { thenRefetch } from '#panel/data/query-client.ts';
import { fetchRequiredRelated } from '#panel/data/related.ts';

/** Recurring tasks of a project. */
export const recurrencesQuery = (slug: string, project: string) =>
  queryOptions({
    queryKey: ['team', slug, 'task-recurrences', project],
    queryFn: () => fetchRequiredRelated({ slug, kind: 'projects', id: project }, 'recurrences'),
  });

/** Refetches recurring tasks after a change. */
export const thenRefetchRecurrences = (slug: string) =>
  thenRefetch(['team', slug, 'task-recurrences']);
