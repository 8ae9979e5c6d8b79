import { readFileSync } from 'node:fs';
import { createContext, runInContext } from 'node:vm';
import { expect, test } from 'vitest';

/* The panel's service worker, in an invented browser. */

const source = readFileSync(new URL('../../server/http/push-worker.js', import.meta.url), 'utf8');
const origin = 'https://pauta.example.com';

interface Shown {
  readonly title: string;
  readonly options: Readonly<Record<string, unknown>>;
}

/** A worker that has started. @param tabs addresses of open tabs */
function start(tabs: readonly string[] = []) {
  const listeners = new Map<string, (event: object) => void>();
  const notifications: Shown[] = [];
  const opened: string[] = [];
  const focused: string[] = [];
  const clients = tabs.map((url) => ({ url, focus: async () => focused.push(url) }));
  const self = {
    location: { origin },
    addEventListener: (name: string, listener: (event: object) => void) =>
      listeners.set(name, listener),
    skipWaiting: () => {},
    registration: {
      showNotification: async (title: string, options: Shown['options']) =>
        notifications.push({ title, options }),
    },
    clients: {
      matchAll: async () => clients,
      openWindow: async (url: string) => opened.push(url),
    },
  };
  runInContext(source, createContext({ self, URL }));
  const dispatch = async (name: string, event: object) => {
    let work: Promise<unknown> | undefined;
    listeners.get(name)?.({ ...event, waitUntil: (promise: Promise<unknown>) => (work = promise) });
    await work;
  };
  return {
    events: () => [...listeners.keys()].sort(),
    notifications,
    opened,
    focused,
    push: (text: string | null) =>
      dispatch('push', { data: text === null ? null : { json: () => JSON.parse(text) } }),
    click: (data: unknown) => dispatch('notificationclick', { notification: { data, close() {} } }),
  };
}

test('handles pushes and clicks only: no requests, no cache', () => {
  expect(start().events()).toEqual(['install', 'notificationclick', 'push']);
  expect(source).not.toMatch(/caches|fetch\(|importScripts|indexedDB/);
});

test('displays a message', async () => {
  const worker = start();
  const message = { title: 'Nova', body: '', path: '/t/ipe', tag: '/t/ipe', lang: 'pt-BR' };
  await worker.push(JSON.stringify(message));
  expect(worker.notifications).toMatchObject([
    {
      title: 'Nova',
      options: { data: { path: '/t/ipe' }, tag: '/t/ipe', renotify: true, lang: 'pt-BR' },
    },
  ]);
});

test.each([null, 'x', '3', '{}', '{"title":7}', '[]', 'null'])(
  'displays something for %s as well',
  async (text) => {
    const worker = start();
    await worker.push(text);
    expect(worker.notifications.map(({ title }) => title)).toEqual(['Pauta']);
  },
);

test('a click opens the page, or focuses the tab that displays it', async () => {
  const worker = start([`${origin}/t/ipe/tasks/2`, `${origin}/t/ipe/tasks/1#comments`]);
  await worker.click({ path: '/t/ipe/tasks/1' });
  await worker.click({ path: '/t/ipe/tasks/3' });
  expect(worker.focused).toEqual([`${origin}/t/ipe/tasks/1#comments`]);
  expect(worker.opened).toEqual([`${origin}/t/ipe/tasks/3`]);
});

test.each([
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example/',
  '/\t/evil.example',
  'javascript:alert(1)',
  undefined,
  7,
])('a click never leaves the service: %s', async (path) => {
  const worker = start();
  await worker.click(path === undefined ? undefined : { path });
  expect(worker.opened).toHaveLength(1);
  expect(new URL(worker.opened[0] ?? '').origin).toBe(origin);
});
