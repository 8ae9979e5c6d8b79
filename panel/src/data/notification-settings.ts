import { queryOptions } from '@tanstack/react-query';
import { request } from '../api/call.ts';
import type { SetNotificationMailInput } from '../api/schema.ts';
import { unreadQuery } from './notifications.ts';
import { queryClient } from './query-client.ts';

/* Settings of notifications by mail, and of the calendar feed; not in `notifications.ts`, which every page loads. */

// Live notices of notifications refetch these as well.
const key = (slug: string) => ['team', slug, 'notifications'];

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
  // Stopped mail is also a notice in the bell.
  if (change.is_mailed !== undefined)
    await queryClient.invalidateQueries({ queryKey: unreadQuery(slug).queryKey });
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
