/*
 * Service worker of the panel: displays notifications that are pushed to the browser, opens their page, and reports a new subscription to the
 * service. It handles no requests and stores nothing, so the panel is always loaded from the service.
 */

/** Reads a message (server/features/notifications/push-texts.ts). Browsers require that every push displays something. */
function messageIn(data) {
  try {
    const { title, body, path, tag, lang } = data.json();
    if (typeof title === 'string') return { title, body, path, tag, lang };
  } catch {
    // Displays the default.
  }
  return { title: 'Pauta' };
}

/** Address of a page of this service; the start page for anything else. */
function addressOf(path) {
  const isPath = typeof path === 'string' && /^\/(?![/\\])/.test(path);
  const url = new URL(isPath ? path : '/', self.location.origin);
  return url.origin === self.location.origin ? url.href : `${self.location.origin}/`;
}

self.addEventListener('install', () => self.skipWaiting());

self.addEventListener('push', (event) => {
  const { title, body, path, tag, lang } = messageIn(event.data);
  event.waitUntil(
    self.registration.showNotification(title, {
      icon: '/icon.svg',
      data: { path },
      ...(typeof body === 'string' && { body }),
      ...(typeof lang === 'string' && { lang }),
      ...(typeof tag === 'string' && tag !== '' && { tag, renotify: true }),
    }),
  );
});

/** Opens a page in a tab that displays it, otherwise in a new one: a tab may contain text that was not sent. */
async function open(address) {
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const tab = tabs.find(({ url }) => url.split('#')[0] === address);
  await (tab ? tab.focus() : self.clients.openWindow(address));
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(addressOf(event.notification.data?.path)));
});

/** Calls the panel's API in the browser's session. */
async function call(method, body) {
  const answer = await fetch('/api/panel/account/push-subscription', {
    method,
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`the service answered ${answer.status}`);
  return (await answer.json()).data;
}

/** Subscribes at the push service. A subscription for earlier keys of the service is replaced. */
async function subscribe(applicationServerKey) {
  const { pushManager } = self.registration;
  const options = { userVisibleOnly: true, applicationServerKey };
  try {
    return await pushManager.subscribe(options);
  } catch (error) {
    const existing = await pushManager.getSubscription();
    if (!existing) throw error;
    await existing.unsubscribe();
    return pushManager.subscribe(options);
  }
}

/** Continues pushes after the browser or its push service ended the subscription. Without a session there is nothing to continue. */
async function renew() {
  const { public_key, is_subscribed } = await call('GET');
  if (!is_subscribed || !public_key) return;
  const { endpoint, keys } = (await subscribe(public_key)).toJSON();
  await call('PUT', { endpoint, p256dh: keys.p256dh, auth: keys.auth });
}

self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew()));
// From the panel, which repairs a subscription whenever it is opened.
self.addEventListener('message', (event) => {
  if (event.data === 'renew') event.waitUntil(renew());
});
