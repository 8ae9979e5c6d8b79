/*
 * Service worker of the panel: displays notifications that are pushed to the browser, and opens their page. It handles no requests and stores
 * nothing, so the panel is always loaded from the service.
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
