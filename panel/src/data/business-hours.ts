import { queryOptions } from '@tanstack/react-query';
import { type OperationInput, request } from '../api/call.ts';
import { queryClient } from './query-client.ts';

/** Time after which a screen asks again whether it is open. */
const refetchInterval = 60_000;

export const businessHoursQuery = (slug: string) =>
  queryOptions({
    queryKey: ['team', slug, 'settings', 'hours'],
    queryFn: ({ signal }) =>
      request('GET /teams/{team_slug}/business-hours', { at: { team_slug: slug }, signal }),
    refetchInterval,
  });

export const inboxSettingsQuery = (slug: string, id: string) =>
  queryOptions({
    queryKey: ['team', slug, 'inboxes', 'settings', id],
    queryFn: ({ signal }) =>
      request('GET /teams/{team_slug}/inboxes/{id}/settings', {
        at: { team_slug: slug, id },
        signal,
      }),
    refetchInterval,
  });

type HoursChange = OperationInput<'PUT /teams/{team_slug}/business-hours'>['body'];
export type InboxChange = OperationInput<'PUT /teams/{team_slug}/inboxes/{id}/settings'>['body'];

/** Sets the team's hours; inboxes may follow them. */
export async function setBusinessHours(slug: string, body: HoursChange): Promise<void> {
  const hours = await request('PUT /teams/{team_slug}/business-hours', {
    at: { team_slug: slug },
    body,
  });
  queryClient.setQueryData(businessHoursQuery(slug).queryKey, hours);
  await queryClient.invalidateQueries({ queryKey: ['team', slug, 'inboxes', 'settings'] });
}

export async function updateInboxSettings(
  slug: string,
  id: string,
  body: InboxChange,
): Promise<void> {
  const settings = await request('PUT /teams/{team_slug}/inboxes/{id}/settings', {
    at: { team_slug: slug, id },
    body,
  });
  queryClient.setQueryData(inboxSettingsQuery(slug, id).queryKey, settings);
}
