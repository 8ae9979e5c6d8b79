import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  type Answer,
  type OperationInput,
  request,
  requestPage,
  requestPath,
  segment,
} from '#panel/api/call.ts';
import type { Delivery, MappingTry, Pipeline } from '#panel/api/types.ts';
import { paginated } from '#panel/data/paginated.ts';
import { queryClient, thenRefetch } from '#panel/data/query-client.ts';

/*
 * Webhook endpoints, outgoing and incoming. Endpoints are updated by live notices. Deliveries are too many for that (ADR 68), so they are
 * polled while on screen.
 */

const key = (slug: string) => ['team', slug, 'webhooks'];

export const webhooksQuery = (slug: string) =>
  paginated([...key(slug), 'list'], (query, signal) =>
    requestPage('GET /teams/{team_slug}/webhooks', {
      at: { team_slug: slug },
      query: { ...query, sort: 'name' },
      signal,
    }),
  );

/** Polling intervals of deliveries, with and without an imminent attempt. */
const everyMs = { soon: 400, seldom: 2_000 };

export const endpointHealthQuery = (slug: string) =>
  queryOptions({
    queryKey: [...key(slug), 'standings'],
    queryFn: ({ signal }) =>
      request('GET /teams/{team_slug}/webhook-standings', { at: { team_slug: slug }, signal }),
    refetchInterval: everyMs.seldom,
  });

export const webhookQuery = (slug: string, id: string) =>
  queryOptions({
    queryKey: [...key(slug), 'one', id],
    queryFn: ({ signal }) =>
      request('GET /teams/{team_slug}/webhooks/{id}', { at: { team_slug: slug, id }, signal }),
  });

export const overviewQuery = (slug: string, id: string) =>
  queryOptions({
    queryKey: [...key(slug), 'overview', id],
    queryFn: ({ signal }) =>
      request('GET /teams/{team_slug}/webhooks/{id}/overview', {
        at: { team_slug: slug, id },
        signal,
      }),
    refetchInterval: everyMs.seldom,
  });

type DeliveriesQuery = NonNullable<
  OperationInput<'GET /teams/{team_slug}/webhooks/{id}/deliveries'>['query']
>;
export type DeliveryFilters = Pick<DeliveriesQuery, 'status' | 'event' | 'from' | 'to'>;

/** Page size. */
const limit = 50;

/** True if the next attempt is due within a second. */
const isSoon = ({ status, next_attempt_at: at }: Pick<Delivery, 'status' | 'next_attempt_at'>) =>
  status === 'pending' && at !== null && Date.parse(at) < Date.now() + 1_000;

const intervalFor = (deliveries: readonly Delivery[] | undefined) =>
  deliveries?.some(isSoon) ? everyMs.soon : everyMs.seldom;

/** A page of an endpoint's deliveries, newest first. @param after cursor of the previous page's end */
export const deliveriesQuery = (
  slug: string,
  id: string,
  filters: DeliveryFilters,
  after: string | undefined,
) =>
  queryOptions({
    queryKey: [...key(slug), 'deliveries', id, filters, after],
    queryFn: ({ signal }) =>
      requestPage('GET /teams/{team_slug}/webhooks/{id}/deliveries', {
        at: { team_slug: slug, id },
        query: { ...filters, after, limit },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => intervalFor(data?.data),
  });

/** Number of deliveries that a replay would include. */
export const replayCountQuery = (slug: string, id: string, filters: DeliveryFilters) =>
  queryOptions({
    queryKey: [...key(slug), 'count', id, filters],
    queryFn: async ({ signal }) => {
      const page = await requestPage('GET /teams/{team_slug}/webhooks/{id}/deliveries', {
        at: { team_slug: slug, id },
        query: { ...filters, limit: 1 },
        signal,
      });
      return page.pagination.total;
    },
    staleTime: 0,
  });

/** A delivery with its attempts. The payload is kept as text, so that live patches do not change the record in it. */
export const deliveryQuery = (slug: string, id: string, inner: string) =>
  queryOptions({
    queryKey: [...key(slug), 'delivery', id, inner],
    queryFn: async ({ signal }) => {
      const { payload, ...delivery } = await request(
        'GET /teams/{team_slug}/webhooks/{id}/deliveries/{inner}',
        { at: { team_slug: slug, id, inner }, signal },
      );
      return { ...delivery, payload: payload === null ? null : JSON.stringify(payload, null, 2) };
    },
    refetchInterval: ({ state: { data } }) => intervalFor(data && [data]),
  });

export type DeliveryDetail = NonNullable<
  Awaited<ReturnType<NonNullable<ReturnType<typeof deliveryQuery>['queryFn']>>>
>;

type ReceptionStatus = 'accepted' | 'rejected' | undefined;

export const receptionsQuery = (
  slug: string,
  id: string,
  status: ReceptionStatus,
  after: string | undefined,
) =>
  queryOptions({
    queryKey: [...key(slug), 'receptions', id, status, after],
    queryFn: ({ signal }) =>
      requestPage('GET /teams/{team_slug}/webhooks/{id}/receptions', {
        at: { team_slug: slug, id },
        query: { status, after, limit },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: everyMs.seldom,
  });

/** Pipelines that can receive tasks of a project, or of no project. */
export const targetPipelinesQuery = (slug: string, project: string | undefined) =>
  queryOptions({
    queryKey: ['team', slug, 'pipelines', 'targets', project],
    queryFn: async ({ signal }): Promise<readonly Pipeline[]> => {
      const { data } = await requestPage('GET /teams/{team_slug}/pipelines', {
        at: { team_slug: slug },
        query: {
          limit: 100,
          sort: 'name',
          ...(project ? { project_id: project } : { is_shared: true }),
        },
        signal,
      });
      return data;
    },
  });

/**
 * Result of mapping a payload, as a dry run. Sent without an idempotency key, because it changes nothing.
 * @param mapping JSON; undefined while empty
 */
export const mappingTestQuery = (
  slug: string,
  id: string,
  payload: string,
  mapping: string | undefined,
) =>
  queryOptions({
    queryKey: [...key(slug), 'try', id, payload, mapping],
    queryFn: ({ signal }) =>
      requestPath<MappingTry>('POST', `/teams/${segment(slug)}/webhooks/${segment(id)}/try`, {
        body: { payload, field_mapping: JSON.parse(mapping ?? '{}') as object },
        signal,
        key: null,
      }),
    enabled: payload.trim() !== '' && mapping !== undefined,
    gcTime: 10_000,
    retry: false,
  });

type NewWebhook = OperationInput<'POST /teams/{team_slug}/webhooks'>['body'];
export type WebhookChange = OperationInput<'PUT /teams/{team_slug}/webhooks/{id}'>['body'];
export type CreatedWebhook = Answer<'POST /teams/{team_slug}/webhooks'>;
type ReplayInput = OperationInput<'POST /teams/{team_slug}/webhooks/{id}/replay'>['body'];

/** Admin actions on endpoints. */
export function webhookActions(slug: string) {
  const team_slug = slug;
  const again = thenRefetch(key(slug));
  return {
    create: (body: NewWebhook) =>
      again(request('POST /teams/{team_slug}/webhooks', { at: { team_slug }, body })),
    change: (id: string, body: WebhookChange) =>
      again(request('PUT /teams/{team_slug}/webhooks/{id}', { at: { team_slug, id }, body })),
    async remove(id: string) {
      await request('DELETE /teams/{team_slug}/webhooks/{id}', { at: { team_slug, id } });
      await queryClient.invalidateQueries({ queryKey: [...key(slug), 'list'] });
    },
    test: (id: string) =>
      again(request('POST /teams/{team_slug}/webhooks/{id}/test', { at: { team_slug, id } })),
    rotate: (id: string) =>
      again(
        request('POST /teams/{team_slug}/webhooks/{id}/rotate-secret', { at: { team_slug, id } }),
      ),
    replay: (id: string, inner: string) =>
      again(
        request('POST /teams/{team_slug}/webhooks/{id}/deliveries/{inner}/replay', {
          at: { team_slug, id, inner },
        }),
      ),
    replayMany: (id: string, body: ReplayInput) =>
      again(
        request('POST /teams/{team_slug}/webhooks/{id}/replay', { at: { team_slug, id }, body }),
      ),
  };
}
