import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { request, requestFile, segment } from '#panel/api/call.ts';
import { queryOf, type Request } from './model.ts';

/* Reports, and the records of their numbers. */

const reports = (slug: string) => ['team', slug, 'reports'];

/** Reports change with nearly everything: they are read again when they are opened, not with each change. */
const freshForMs = 30_000;

export const reportQuery = (slug: string, wanted: Request) =>
  queryOptions({
    queryKey: [...reports(slug), queryOf(wanted)],
    queryFn: ({ signal }) =>
      request('GET /teams/{team_slug}/reports', {
        at: { team_slug: slug },
        query: queryOf(wanted),
        signal,
      }),
    staleTime: freshForMs,
    placeholderData: keepPreviousData,
  });

/** A number of a report: its measure and its row; the total without a row. */
export interface NumberOfReport {
  readonly measure: string;
  readonly row?: string | undefined;
  readonly without_key?: boolean | undefined;
  readonly page: number;
}

export const recordsQuery = (slug: string, wanted: Request, number: NumberOfReport) =>
  queryOptions({
    queryKey: [...reports(slug), 'records', queryOf(wanted), number],
    queryFn: ({ signal }) =>
      request('GET /teams/{team_slug}/reports/records', {
        at: { team_slug: slug },
        query: { ...queryOf(wanted), ...number },
        signal,
      }),
    staleTime: freshForMs,
    placeholderData: keepPreviousData,
  });

/** The table of a report as a CSV file. */
export const reportFile = (slug: string, wanted: Request, language: 'pt' | 'en'): Promise<Blob> =>
  requestFile(`/teams/${segment(slug)}/reports.csv`, { ...queryOf(wanted), language });
