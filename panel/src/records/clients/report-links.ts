import { queryOptions } from '@tanstack/react-query';
import { request } from '#panel/api/call.ts';
import type { CreateClientReportLinkInput } from '#panel/api/schema.ts';
import { thenRefetch } from '#panel/data/query-client.ts';
import { addDays, addMonths, monthOf } from '#panel/ui/calendar/days.ts';

/* Links to the report page of a client. */

const links = (slug: string, id: string) => ['team', slug, 'report-links', id];

export const reportLinksQuery = (slug: string, id: string) =>
  queryOptions({
    queryKey: links(slug, id),
    queryFn: ({ signal }) =>
      request('GET /teams/{team_slug}/clients/{id}/report-links', {
        at: { team_slug: slug, id },
        signal,
      }),
  });

export const createReportLink = (slug: string, id: string, body: CreateClientReportLinkInput) =>
  thenRefetch(links(slug, id))(
    request('POST /teams/{team_slug}/clients/{id}/report-links', {
      at: { team_slug: slug, id },
      body,
    }),
  );

export const revokeReportLink = (slug: string, id: string, inner: string) =>
  thenRefetch(links(slug, id))(
    request('DELETE /teams/{team_slug}/clients/{id}/report-links/{inner}', {
      at: { team_slug: slug, id, inner },
    }),
  );

export const linkPeriods = ['last-month', 'month', 'quarter'] as const;
export type LinkPeriod = (typeof linkPeriods)[number];

/** First and last day of a period in words. */
export function daysOf(period: LinkPeriod, today: string) {
  const first = `${monthOf(today)}-01`;
  switch (period) {
    case 'month':
      return { starts_on: first, ends_on: addDays(addMonths(first, 1), -1) };
    case 'last-month':
      return { starts_on: addMonths(first, -1), ends_on: addDays(first, -1) };
    case 'quarter':
      return { starts_on: addMonths(first, -3), ends_on: addDays(first, -1) };
  }
}
