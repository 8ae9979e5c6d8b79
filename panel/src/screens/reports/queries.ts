import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { request, requestFile, segment } from '#panel/api/call.ts';
import type { PatchedKind } from '#panel/data/live-patches.ts';
import { queryOf, type ReportName, type Request } from './model.ts';

/* Reports, and the records of their numbers. */

export const reportsKey = (slug: string) => ['team', slug, 'reports'];

/** Reports are costly: changes do not invalidate them, but refresh them later (use-refresh.ts). */
const freshForMs = 30_000;

export const reportQuery = (slug: string, wanted: Request) =>
  queryOptions({
    queryKey: [...reportsKey(slug), queryOf(wanted)],
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
    queryKey: [...reportsKey(slug), 'records', queryOf(wanted), number],
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

interface Counted {
  /** Kinds of records whose changes change the report. */
  readonly kinds: readonly PatchedKind[];
  /** Names of further queries that the live stream invalidates when the report changes. */
  readonly names?: readonly string[];
}

const deals: Counted = { kinds: ['deals'] };
const money: Counted = {
  kinds: ['contracts', 'projects'],
  names: ['time-entries', 'billing-lines'],
};

/** Records that each report counts. */
const countedBy: Readonly<Record<ReportName, Counted>> = {
  funnel: deals,
  won_lost: deals,
  forecast: deals,
  answers: { kinds: ['conversations', 'messages'] },
  tasks: { kinds: ['tasks'] },
  hours: { kinds: ['tasks'], names: ['time-entries', 'absences'] },
  approvals: { kinds: ['campaigns'], names: ['approvals'] },
  retainers: money,
  profit: money,
};

/** Entries of the cache without a request: the live stream invalidates them, and thereby says that the report has changed. */
export const changeMarks = (slug: string, report: ReportName) => {
  const { kinds, names = [] } = countedBy[report];
  return [
    {
      queryKey: ['team', slug, 'report-changes', report],
      meta: { alsoKinds: kinds, applyChange: () => 'stale' },
    },
    ...names.map((name) => ({ queryKey: ['team', slug, name, 'report-changes'] })),
  ];
};
