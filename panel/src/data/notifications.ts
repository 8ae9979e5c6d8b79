import { queryOptions } from '@tanstack/react-query';
import { request, requestPage } from '../api/call.ts';
import type { SetNotificationMailInput } from '../api/schema.ts';
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

export const mailSettingsQuery = (slug: string) =>
  queryOptions({
    queryKey: [...key(slug), 'mail'],
    queryFn: ({ signal }) =>
      request('GET /teams/{team_slug}/notifications/mail', { at: { team_slug: slug }, signal }),
  });

export async function setMailSettings(slug: string, change: SetNotificationMailInput) {
  const settings = await request('PUT /teams/{team_slug}/notifications/mail', {
    at: { team_slug: slug },
    body: change,
  });
  queryClient.setQueryData(mailSettingsQuery(slug).queryKey, settings);
}

const feedKey = (slug: string) => [...key(slug), 'calendar-feed'];

export const calendarFeedQuery = (slug: string) =>
  queryOptions({
    queryKey: feedKey(slug),
    queryFn: ({ signal }) =>
      request('GET /teams/{team_slug}/calendar-feed', { at: { team_slug: slug }, signal }),
  });

/** Creates an address, which replaces a previous one. @returns the address, which is not shown again */
export async function createCalendarFeed(slug: string): Promise<string> {
  const { url, ...state } = await request('POST /teams/{team_slug}/calendar-feed', {
    at: { team_slug: slug },
  });
  queryClient.setQueryData(calendarFeedQuery(slug).queryKey, state);
  return new URL(url, window.location.origin).href;
}

export async function setCalendarHolidays(slug: string, has_holidays: boolean) {
  const state = await request('PUT /teams/{team_slug}/calendar-feed', {
    at: { team_slug: slug },
    body: { has_holidays },
  });
  queryClient.setQueryData(calendarFeedQuery(slug).queryKey, state);
}

export async function revokeCalendarFeed(slug: string) {
  const state = await request('DELETE /teams/{team_slug}/calendar-feed', {
    at: { team_slug: slug },
  });
  queryClient.setQueryData(calendarFeedQuery(slug).queryKey, state);
}
