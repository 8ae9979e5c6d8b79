import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { request } from '#panel/api/call.ts';
import type { Operations, RelationOverview } from '#panel/api/schema.ts';
import type { RecordChange } from '#panel/data/live-patches.ts';
import { fetchRequiredRelated } from '#panel/data/related.ts';
import { recordsQuery } from '../shared/list/table-rows.ts';

type ClientsQuery = NonNullable<Operations['GET /teams/{team_slug}/clients']['query']>;
export type ClientFilters = Pick<ClientsQuery, 'sort' | 'type' | 'status' | 'search'>;

/** Clients of a team, for tables. */
export const clientsQuery = (slug: string, filters: ClientFilters) =>
  recordsQuery(slug, 'clients', filters);

export interface DuplicateFilters {
  readonly cpf?: string | undefined;
  readonly cnpj?: string | undefined;
  readonly phone?: string | undefined;
}

/** Records with the same CPF, CNPJ or phone number. */
export const duplicatesQuery = (slug: string, filters: DuplicateFilters) =>
  queryOptions({
    queryKey: ['team', slug, 'twins', filters],
    queryFn: ({ signal }) =>
      request('GET /teams/{team_slug}/twins', { at: { team_slug: slug }, query: filters, signal }),
    staleTime: 0,
  });

// Timeline ----------------------------------------------------------------------------------------

/** Owner of a timeline. */
export type TimelineOwner = 'clients' | 'contacts';
export type TimelineEntry =
  Operations['GET /teams/{team_slug}/clients/{id}/timeline']['answer']['entries'][number];

const limit = 50;

/** Timeline of a client or contact, in pages. */
export const timelineQuery = (
  slug: string,
  of: TimelineOwner,
  id: string,
  kinds: string | undefined,
) =>
  infiniteQueryOptions({
    queryKey: ['team', slug, 'timeline', of, id, kinds ?? 'all'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => {
      if (pageParam === undefined && kinds === undefined)
        return fetchRequiredRelated({ slug, kind: of, id }, 'timeline');
      const options = {
        at: { team_slug: slug, id },
        query: { limit, kinds, after: pageParam },
        signal,
      };
      return of === 'clients'
        ? request('GET /teams/{team_slug}/clients/{id}/timeline', options)
        : request('GET /teams/{team_slug}/msgapp/contacts/{id}/timeline', options);
    },
    getNextPageParam: ({ after }) => after ?? undefined,
    select: ({ pages }) => pages.flatMap(({ entries }) => entries),
  });

// Related records ---------------------------------------------------------------------------------

/** Records around a client or contact. @param client_id client whose records they are */
export const relationsQuery = (
  slug: string,
  of: TimelineOwner,
  id: string,
  client_id: string | null,
) =>
  queryOptions({
    queryKey: ['team', slug, 'clients', 'relations', of, id, client_id],
    queryFn: () => fetchRequiredRelated({ slug, kind: of, id }, 'relations'),
    meta: {
      alsoKinds: ['contacts', 'deals', 'projects', 'campaigns', 'activities', 'conversations'],
      applyChange(data: RelationOverview, { kind, id: changed, record, previous }: RecordChange) {
        if (kind === 'conversations')
          return data.contacts.some((contact) => contact.id === record.contact_id) ||
            data.conversations.some((conversation) => conversation.id === changed) ||
            'client_id' in previous ||
            'project_id' in previous
            ? 'stale'
            : data;
        if (kind === 'clients') return changed === client_id ? 'stale' : data;
        const clients = [record.client_id, previous.client_id];
        // Campaigns name only their project.
        const isNamed = clients.some((each) => each !== undefined);
        return changed === id || !isNamed || clients.includes(client_id) ? 'stale' : data;
      },
    },
  });

const maxIds = 100;

export const projectsOfClientQuery = (slug: string, client_id: string) =>
  queryOptions({
    queryKey: ['team', slug, 'projects', 'of client', { client_id }],
    queryFn: ({ signal }) =>
      request('GET /teams/{team_slug}/projects', {
        at: { team_slug: slug },
        query: { client_id, limit: maxIds },
        signal,
      }),
  });

/** Names of clients, by id, for up to one page of contacts. */
export const clientNamesQuery = (slug: string, ids: readonly string[]) =>
  queryOptions({
    queryKey: ['team', slug, 'clients', 'names', ids],
    queryFn: ({ signal }) =>
      request('GET /teams/{team_slug}/client-names', {
        at: { team_slug: slug },
        query: { ids: ids.join() },
        signal,
      }),
    enabled: ids.length > 0,
  });
