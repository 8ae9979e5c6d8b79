import { queryOptions } from '@tanstack/react-query';
import { request } from '../api/call.ts';
import type { SetNotificationPushInput } from '../api/schema.ts';
import { queryClient } from './query-client.ts';

/* Web push: choices of the user in a team, and their browsers. The service worker is registered when the user asks for pushes, and never before. */

// Live notices of notifications refetch these as well.
const key = (slug: string) => ['team', slug, 'notifications', 'push'];

export const pushSettingsQuery = (slug: string) =>
  queryOptions({
    queryKey: [...key(slug), 'settings'],
    queryFn: ({ signal }) =>
      request('GET /teams/{team_slug}/notifications/push', { at: { team_slug: slug }, signal }),
  });

export async function setPushSettings(slug: string, change: SetNotificationPushInput) {
  const settings = await request('PUT /teams/{team_slug}/notifications/push', {
    at: { team_slug: slug },
    body: change,
  });
  queryClient.setQueryData(pushSettingsQuery(slug).queryKey, settings);
}

export const browsersQuery = (slug: string) =>
  queryOptions({
    queryKey: [...key(slug), 'browsers'],
    queryFn: ({ signal }) =>
      request('GET /teams/{team_slug}/notifications/push/browsers', {
        at: { team_slug: slug },
        signal,
      }),
  });

const refetch = (slug: string) =>
  queryClient.invalidateQueries({ queryKey: browsersQuery(slug).queryKey });

/** True if this browser has web push; on iPhones only once the panel is on the home screen. */
export const hasPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

const base64url = (bytes: ArrayBuffer | null) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** Subscribes at the browser's push service. A subscription for other keys of the installation is replaced. */
async function subscriptionFor(publicKey: string): Promise<PushSubscription> {
  await navigator.serviceWorker.register('/push-worker.js', { scope: '/' });
  const { pushManager } = await navigator.serviceWorker.ready;
  const existing = await pushManager.getSubscription();
  if (existing && base64url(existing.options.applicationServerKey) !== publicKey)
    await existing.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
}

/**
 * Pushes the team's notifications to this browser, after asking for its permission.
 * @returns the obstacle, if any: the user or the browser refused, or its push service cannot be used
 */
export async function subscribeBrowser(
  slug: string,
  publicKey: string,
): Promise<'refused' | 'failed' | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return 'refused';
  let subscription: PushSubscription;
  try {
    subscription = await subscriptionFor(publicKey);
  } catch {
    return 'failed';
  }
  const { endpoint, keys } = subscription.toJSON();
  await request('POST /teams/{team_slug}/notifications/push/browsers', {
    at: { team_slug: slug },
    body: { endpoint: endpoint ?? '', p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' },
  });
  await refetch(slug);
  return undefined;
}

export async function unsubscribeBrowser(slug: string, id: string) {
  await request('DELETE /teams/{team_slug}/notifications/push/browsers/{id}', {
    at: { team_slug: slug, id },
  });
  await refetch(slug);
}
