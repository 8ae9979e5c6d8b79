import { queryOptions } from '@tanstack/react-query';
import { request } from '#panel/api/call.ts';
import type { Operations } from '#panel/api/schema.ts';
import { queryClient } from '#panel/data/query-client.ts';
import { fetchRequiredRelated } from '#panel/data/related.ts';
import { recordsQuery } from '../shared/list/table-rows.ts';

type ContactsQuery = NonNullable<Operations['GET /teams/{team_slug}/msgapp/contacts']['query']>;
export type ContactFilters = Pick<ContactsQuery, 'sort' | 'tag' | 'client_id' | 'search'>;

/** Contacts of a team, for tables. */
export const contactsQuery = (slug: string, filters: ContactFilters) =>
  recordsQuery(slug, 'contacts', filters);

/** Suggested clients for contacts without one, by phone number. */
export const suggestionsQuery = (slug: string, contact_id?: string) =>
  queryOptions({
    queryKey: ['team', slug, 'suggestions', contact_id ?? 'all'],
    queryFn: ({ signal }) =>
      contact_id === undefined
        ? request('GET /teams/{team_slug}/msgapp/contact-suggestions', {
            at: { team_slug: slug },
            signal,
          })
        : fetchRequiredRelated({ slug, kind: 'contacts', id: contact_id }, 'suggestions'),
  });

// Merging ----------------------------------------------------------------------------------------

export const mergePreviewQuery = (slug: string, id: string, inner: string) =>
  queryOptions({
    queryKey: ['team', slug, 'merges', 'preview', id, inner],
    queryFn: ({ signal }) =>
      request('GET /teams/{team_slug}/msgapp/contacts/{id}/merge/{inner}', {
        at: { team_slug: slug, id, inner },
        signal,
      }),
    staleTime: 0,
  });

/** Merges into a contact that can be undone. */
export const mergesQuery = (slug: string, id: string) =>
  queryOptions({
    queryKey: ['team', slug, 'merges', id],
    queryFn: () => fetchRequiredRelated({ slug, kind: 'contacts', id }, 'merges'),
  });

const refetchMerged = async (slug: string) => {
  for (const kind of ['contacts', 'merges', 'timeline', 'suggestions'])
    await queryClient.invalidateQueries({ queryKey: ['team', slug, kind] });
};

export async function mergeContact(slug: string, id: string, from: string) {
  const at = { team_slug: slug, id };
  const merge = await request('POST /teams/{team_slug}/msgapp/contacts/{id}/merge', {
    at,
    body: { from },
  });
  await refetchMerged(slug);
  return merge;
}

export async function undoMerge(slug: string, id: string) {
  const at = { team_slug: slug, id };
  const merge = await request('POST /teams/{team_slug}/msgapp/contact-merges/{id}/undo', { at });
  await refetchMerged(slug);
  return merge;
}
