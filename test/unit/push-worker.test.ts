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

interface Call {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

/**
 * A worker that has started.
 * @param tabs addresses of open tabs
 * @param state answer of the service about the subscription; a number is an error
 * @param existing key of the browser's subscription, if it has one
 */
function start(
  tabs: readonly string[] = [],
  state: object | number = 401,
  existing: string | undefined = undefined,
) {
  const calls: Call[] = [];
  let key = existing;
  const subscription = () => ({
    toJSON: () => ({ endpoint: `https://push.example/${key}`, keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: async () => {
      key = undefined;
    },
  });
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
      pushManager: {
        getSubscription: async () => (key === undefined ? null : subscription()),
        async subscribe(options: { applicationServerKey: string; userVisibleOnly: boolean }) {
          expect(options.userVisibleOnly).toBe(true);
          if (key !== undefined && key !== options.applicationServerKey)
            throw new Error('InvalidStateError');
          key = options.applicationServerKey;
          return subscription();
        },
      },
      showNotification: async (title: string, options: Shown['options']) =>
        notifications.push({ title, options }),
    },
    clients: {
      matchAll: async () => clients,
      openWindow: async (url: string) => opened.push(url),
    },
  };
  const fetch = async (path: string, { method, body, credentials }: RequestInit) => {
    expect(credentials).toBe('same-origin');
    calls.push({
      method: method ?? '',
      path,
      body: body === undefined ? null : JSON.parse(String(body)),
    });
    return typeof state === 'number'
      ? { ok: false, status: state }
      : { ok: true, json: async () => ({ data: state }) };
  };
  runInContext(source, createContext({ self, URL, fetch }));
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
    calls,
    change: () => dispatch('pushsubscriptionchange', {}),
    message: (data: unknown) => dispatch('message', { data }),
    push: (text: string | null) =>
      dispatch('push', { data: text === null ? null : { json: () => JSON.parse(text) } }),
    click: (data: unknown) => dispatch('notificationclick', { notification: { data, close() {} } }),
  };
}

test('handles no requests and stores nothing', () => {
  expect(start().events()).toEqual([
    'install',
    'message',
    'notificationclick',
    'push',
    'pushsubscriptionchange',
  ]);
  expect(source).not.toMatch(/caches|importScripts|indexedDB/);
});

const path = '/api/panel/account/push-subscription';
const on = { public_key: 'new', is_subscribed: true };

test.each([
  ['the browser ended the subscription', undefined],
  ['it is still valid', 'new'],
  ['the keys of the service changed', 'old'],
])('subscribes again if %s', async (_, existing) => {
  const worker = start([], on, existing);
  await worker.change();
  const body = { endpoint: 'https://push.example/new', p256dh: 'p', auth: 'a' };
  const renewed = [
    { method: 'GET', path, body: null },
    { method: 'PUT', path, body },
  ];
  expect(worker.calls).toEqual(renewed);
  await worker.message('renew');
  expect(worker.calls).toEqual([...renewed, ...renewed]);
});

test.each([
  ['is not subscribed', { ...on, is_subscribed: false }],
  ['does not get pushes', { ...on, public_key: null }],
])('adds no subscription to a session that %s', async (_, state) => {
  const worker = start([], state, 'new');
  await worker.change();
  await worker.message('other');
  expect(worker.calls.map(({ method }) => method)).toEqual(['GET']);
});

test('fails without a session, so that the browser knows', async () => {
  const worker = start([], 401);
  await expect(worker.change()).rejects.toThrow('401');
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
