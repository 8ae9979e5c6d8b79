import { request, requestFile, requestPage, segment } from '#panel/api/call.ts';
import type { BillingLine } from '#panel/api/schema.ts';
import { paginated } from '#panel/data/paginated.ts';
import { thenRefetch } from '#panel/data/query-client.ts';

export type Status = BillingLine['status'];

const key = (slug: string) => ['team', slug, 'billing-lines'];

/** Billing lines, the latest period first. */
export const billingQuery = (slug: string, status: Status | undefined) =>
  paginated([...key(slug), status ?? null], (query, signal) =>
    requestPage('GET /teams/{team_slug}/billing-lines', {
      at: { team_slug: slug },
      query: { ...query, sort: '-ends_on', ...(status && { status }) },
      signal,
    }),
  );

/** The lines as a CSV file. */
export const billingFile = (
  slug: string,
  status: Status | undefined,
  language: 'pt' | 'en',
): Promise<Blob> =>
  requestFile(`/teams/${segment(slug)}/billing-lines.csv`, { language, ...(status && { status }) });

/** Changes of billing lines. */
export function billingActions(slug: string) {
  const again = thenRefetch(key(slug));
  const at = (id: string) => ({ team_slug: slug, id });
  return {
    update: (id: string, body: { readonly status?: Status; readonly reference?: string | null }) =>
      again(request('PUT /teams/{team_slug}/billing-lines/{id}', { at: at(id), body })),
    recalculate: (id: string) =>
      again(request('POST /teams/{team_slug}/billing-lines/{id}/recalculate', { at: at(id) })),
  };
}

export type BillingActions = ReturnType<typeof billingActions>;
