import { queryOptions } from '@tanstack/react-query';
import { request, requestPage } from '../api/call.ts';
import type { NotificationChoices } from '../api/types.ts';
import { paginated } from './paginated.ts';
import { queryClient } from './query-client.ts';

const key = (slug: string) => ['team', slug, 'notifications'];
const refetch = (slug: string) => queryClient.invalidateQueries({ queryKey: key(slug) });

/** Notifications of the user, latest first. */
export const notificationsQuery = (slug: string) =>
  paginated([...key(slug), 'list'], (query, signal) =>
    requestPage('GET /teams/{team_slug}/notifications', { at: { team_slug: slug }, query, signal }),
  );

/** Number of unread notifications. */
export const unreadQuery = (slug: string) =>
  queryOptions({
    queryKey: [...key(slug), 'unread'],
    queryFn: ({ signal }) =>
      request('GET /teams/{team_slug}/notifications/unread', { at: { team_slug: slug }, signal }),
  });

export async function markRead(slug: string, id: string) {
  await request('POST /teams/{team_slug}/notifications/{id}/read', { at: { team_slug: slug, id } });
  await refetch(slug);
}

export async function markAllRead(slug: string) {
  await request('POST /teams/{team_slug}/notifications/read', { at: { team_slug: slug } });
  await refetch(slug);
}

export const choicesQuery = (slug: string) =>
  queryOptions({
    queryKey: [...key(slug), 'choices'],
    queryFn: ({ signal }) =>
      request('GET /teams/{team_slug}/notifications/choices', { at: { team_slug: slug }, signal }),
  });

export async function setChoice(slug: string, change: Partial<NotificationChoices>) {
  const choices = await request('PUT /teams/{team_slug}/notifications/choices', {
    at: { team_slug: slug },
    body: change,
  });
  queryClient.setQueryData(choicesQuery(slug).queryKey, choices);
}
