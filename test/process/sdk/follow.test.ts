import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, expectTypeOf, test } from 'vitest';
import type { Fetch } from '#packages/sdk/src/exchange.ts';
import {
  AuthenticationError,
  ConnectionError,
  type Deal,
  type EventStream,
  EventsMissedError,
  type RequestLog,
} from '#packages/sdk/src/index.ts';
import { maxAhead } from '#packages/sdk/src/read-ahead.ts';
import { createKey } from '#server/features/accounts/teams.ts';
import { useService } from '#test/support/harness.ts';
import { freePort } from '#test/support/http.ts';
import { cleanUp, onDatabase, serve } from '#test/support/processes.ts';
import { failing, useIntegration } from '#test/support/sdk/fixture.ts';
import { until } from '#test/support/wait.ts';

/*
 * Following events with the SDK: each arrives once, whatever happens to connections, the service and the program. Changes are made
 * through the test's own service, so that they continue while the observed one is down.
 */

const service = useService();
const { client } = useIntegration(service);

const closing: (() => void)[] = [];
afterAll(async () => {
  for (const close of closing) close();
  await cleanUp();
});

const environment = (port: number) => ({
  ...onDatabase(service.connection, service.secret),
  PORT: String(port),
  RATE_LIMIT_PER_MINUTE: '0',
});

/** A proxy whose connections can be broken. */
async function breakable(target: number) {
  const sockets = new Set<Socket>();
  const server = createServer((incoming) => {
    const outgoing = connect(target, '127.0.0.1');
    for (const socket of [incoming, outgoing]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        incoming.destroy();
        outgoing.destroy();
      });
    }
    incoming.pipe(outgoing).pipe(incoming);
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  closing.push(() => server.close());
  return {
    port,
    break: () => {
      for (const socket of sockets) socket.resetAndDestroy();
    },
  };
}

test('each event arrives once, in order, while connections break and the service and the program restart', async () => {
  const port = await freePort();
  let node = await serve(environment(port));
  const proxy = await breakable(port);
  const log: RequestLog[] = [];
  const following = client({
    baseUrl: `http://127.0.0.1:${proxy.port}`,
    log: (entry) => void log.push(entry),
  });
  const expected: string[] = [];
  const create = async (count: number) => {
    for (let i = 0; i < count; i += 1) {
      const title = `Negócio ${expected.length}`;
      expected.push(title);
      await client().deals.create({ title, source: 'fluxo' });
    }
  };
  const received: string[] = [];
  /** A program that forgets everything but its cursor when it stops. */
  const program = (from: string | undefined) => {
    const stopping = new AbortController();
    const stream = following.follow({ from, types: ['deal.created'], signal: stopping.signal });
    const iterate = async () => {
      for await (const { data } of stream) {
        expectTypeOf(data).toEqualTypeOf<Deal>();
        received.push(data.title);
      }
    };
    const over = iterate();
    const stop = async () => {
      stopping.abort();
      await over;
      return stream.cursor;
    };
    return { stream, stop };
  };
  let running = program(undefined);
  const reach = () => until(() => received.length >= expected.length);
  await until(() => running.stream.cursor !== undefined);
  await client().projects.create({ name: 'Outro tipo' });
  for (let round = 0; round < 3; round += 1) {
    const creating = create(15);
    proxy.break();
    await creating;
    proxy.break();
    await reach();
  }
  await node.stop('SIGKILL');
  await create(5);
  node = await serve(environment(port));
  await reach();
  await node.stop();
  await create(5);
  node = await serve(environment(port));
  await reach();
  const cursor = await running.stop();
  await create(5);
  running = program(cursor);
  await reach();
  await running.stop();
  expect(received).toEqual(expected);
  expect(log.filter(({ error }) => error === 'CONNECTION').length).toBeGreaterThan(0);
  await node.stop();
});

test('more events than a browser replays are replayed, from a cursor and from the beginning, within what is stored', async () => {
  const { origin: baseUrl } = await serve(environment(await freePort()));
  const pauta = client({ baseUrl });
  const stopping = new AbortController();
  const stream = pauta.follow({ signal: stopping.signal });
  const over = stream[Symbol.asyncIterator]().next();
  await until(() => stream.cursor !== undefined);
  stopping.abort();
  await over;
  const { team } = await pauta.me();
  await service.sql(
    `insert into events (team_id, id, type, record_id, payload)
      select $1, uuid7(clock_timestamp()), 'deal.created', $1,
        '{"id":"x","type":"deal.created","created_at":"","data":{"title":"' || i || '"},"previous":null}'
      from generate_series(1, 10001) i`,
    [team.id],
  );
  const numbers = Array.from({ length: 10_001 }, (_, i) => String(i + 1));
  const titlesFrom = async (from: string | undefined) => {
    const titles: string[] = [];
    for await (const { data } of pauta.follow({ from, types: ['deal.created'] })) {
      titles.push(data.title);
      if (data.title === '10001') break;
    }
    return titles;
  };
  expect(await titlesFrom(stream.cursor)).toEqual(numbers);
  const all = await titlesFrom('beginning');
  expect(all.slice(0, 2)).toEqual(['Negócio 0', 'Negócio 1']);
  expect(all.slice(-10_001)).toEqual(numbers);

  // A cursor that cannot be resumed is an error that says what to do.
  const iterate = async (from: string) => {
    for await (const _ of pauta.follow({ from })) break;
  };
  const unknown = await failing(iterate('nonsense'));
  expect(unknown).toBeInstanceOf(EventsMissedError);
  expect(unknown).toMatchObject({ code: 'RESYNC' });
  expect(unknown.message).toMatch(/not of this database.*beginning/);
  const reading = pauta.follow({ from: 'beginning' });
  for await (const _ of reading) if (reading.cursor !== 'beginning') break;
  const [epoch, from, to, at = '', id] = String(reading.cursor).split('.');
  const aged = (days: number) =>
    [epoch, from, to, (Number.parseInt(at, 36) - days * 86_400).toString(36), id].join('.');
  const old = await failing(iterate(aged(31)));
  expect(old.message).toMatch(/expired.*30 days.*beginning/);
  await iterate(aged(29));
});

test('the first connection fails like a call, and a revoked key ends the stream', async () => {
  const first = async (options: Parameters<typeof client>[0]) => {
    for await (const _ of client(options).follow()) break;
  };
  const away = await failing(
    first({ baseUrl: `http://127.0.0.1:${await freePort()}`, maxRetries: 1 }),
  );
  expect(away).toBeInstanceOf(ConnectionError);
  expect(await failing(first({ apiKey: 'pauta_no' }))).toBeInstanceOf(AuthenticationError);
  const page: Fetch = async () => Response.json({ data: [] });
  expect(await failing(first({ fetch: page }))).toMatchObject({ code: 'UNREADABLE' });

  const { team } = await client().me();
  const { id, api_key: apiKey } = await createKey(service.database.platform, team.id, {
    ...{ name: 'Integração', scope: 'read', userId: null, expiresAt: null },
  });
  const { origin: baseUrl } = await serve(environment(await freePort()));
  const stream = client({ apiKey, baseUrl }).follow();
  const next = stream[Symbol.asyncIterator]().next();
  await until(() => stream.cursor !== undefined);
  await service.sql('update api_keys set revoked_at = now() where id = $1', [id]);
  expect(await failing(next)).toBeInstanceOf(AuthenticationError);
});

test('a silent connection is replaced, and an aborted one ends without an error', async () => {
  let opened = 0;
  const silent: Fetch = async () => {
    opened += 1;
    const ready = 'event: ready\nid: c1\ndata: {}\n\n';
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode(ready)),
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  };
  const stopping = new AbortController();
  const stream = client({ fetch: silent }).follow({ silence: 50, signal: stopping.signal });
  const over = (async () => {
    for await (const _ of stream) throw new Error('there are no events');
  })();
  await until(() => opened > 2);
  expect(stream.cursor).toBe('c1');
  stopping.abort();
  await over;
  const count = opened;
  for await (const _ of stream) throw new Error('it was aborted');
  expect(opened).toBe(count);
});

/** Stores events of a type whose titles are the numbers from 1. @returns the titles */
async function store(team: string, count: number, padding = ''): Promise<string[]> {
  await service.sql(
    `insert into events (team_id, id, type, record_id, payload)
      select $1, uuid7(clock_timestamp()), 'task.updated', $1, '{"id":"x","type":"task.updated","created_at":"","data":{"title":"'
        || i || '","description":"' || $3::text || '"},"previous":null}' from generate_series(1, $2::integer) i`,
    [team, count, padding],
  );
  return Array.from({ length: count }, (_, i) => String(i + 1));
}

test('10,000 events reach a slow program once, in order, although the service is killed and restarted, and the program stops in between', async () => {
  const port = await freePort();
  let node = await serve(environment(port));
  const pauta = client({ baseUrl: `http://127.0.0.1:${port}` });
  const { team } = await pauta.me();
  const titles = await store(team.id, 10_000, 'x'.repeat(500));
  const received: string[] = [];
  let cursor: string | undefined = 'beginning';
  while (received.length < titles.length) {
    const stopping = new AbortController();
    const stream: EventStream<'task.updated'> = pauta.follow({
      from: cursor,
      types: ['task.updated'],
      signal: stopping.signal,
    });
    for await (const { data } of stream) {
      const count = received.push(data.title);
      // Other programs of the machine get their turn, and the connection fills up.
      if (count % 100 === 0) await sleep(5);
      if (count === 2_500) {
        await node.stop('SIGKILL');
        node = await serve(environment(port));
      }
      if (count === 5_000) {
        void node.stop();
        await node.ended;
        node = await serve(environment(port));
      }
      if (count === 7_500 || count === titles.length) stopping.abort();
    }
    cursor = stream.cursor;
    expect([7_500, titles.length]).toContain(received.length);
  }
  expect(received).toEqual(titles);
  await node.stop();
});

test('a program that stands still has a bounded part of the stream in memory, and no connection whose end could crash it', async () => {
  const { origin: baseUrl } = await serve(environment(await freePort()));
  let bytes = 0;
  let connections = 0;
  let isOpen = false;
  const counting: Fetch = async (url, init) => {
    const response = await fetch(url, init);
    const reader = response.body?.getReader();
    if (!reader || !String(url).endsWith('/stream')) return response;
    connections += 1;
    isOpen = true;
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      async pull(controller) {
        const { value } = await reader.read();
        bytes += value?.length ?? 0;
        if (value) return controller.enqueue(value);
        isOpen = false;
        controller.close();
      },
      cancel(reason) {
        isOpen = false;
        return reader.cancel(reason);
      },
    });
    return new Response(body, response);
  };
  const { team } = await client().me();
  const titles = await store(team.id, 1_500, 'x'.repeat(10_000));
  const received: string[] = [];
  for await (const { data } of client({ baseUrl, fetch: counting }).follow({
    from: 'beginning',
    types: ['task.updated'],
  })) {
    if (data.description?.length !== 10_000) continue;
    if (received.length === 0) {
      const before = bytes;
      await until(() => !isOpen);
      expect(bytes - before).toBeLessThan(2 * maxAhead);
    }
    if (received.push(data.title) === titles.length) break;
  }
  expect(received).toEqual(titles);
  expect(connections).toBeGreaterThan(1);
});

test('a connection that ends while the program stands still does not crash it', async () => {
  const frame = (title: string, padding = '') =>
    `event: event\nid: ${title}\ndata: {"type":"task.updated","data":{"title":"${title}${padding}"}}\n\n`;
  let ended = 0;
  // As the service does: the response ends with its connection (nodejs/undici#5360).
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      socket.write(
        'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n',
      );
      socket.write(frame('first'));
      setTimeout(() => {
        const last = frame('last', 'x'.repeat(65_536));
        socket.end(last.slice(0, 65_536), () => {
          ended += 1;
        });
      }, 20);
    });
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  closing.push(() => server.close());
  let count = 0;
  for await (const { data } of client({ baseUrl: `http://127.0.0.1:${port}` }).follow()) {
    expect(data).toEqual({ title: 'first' });
    count += 1;
    if (count === 3) break;
    await until(() => ended === count);
    await sleep(50);
  }
});

test('an aborted stream yields nothing more of what it has received, and continues after the last processed event', async () => {
  const { origin: baseUrl } = await serve(environment(await freePort()));
  const pauta = client({ baseUrl });
  const { team } = await pauta.me();
  const ready = new AbortController();
  const start = pauta.follow({ signal: ready.signal });
  const over = start[Symbol.asyncIterator]().next();
  await until(() => start.cursor !== undefined);
  ready.abort();
  await over;
  const titles = await store(team.id, 50);
  const received: string[] = [];
  const stopping = new AbortController();
  const { signal } = stopping;
  const first = pauta.follow({ from: start.cursor, types: ['task.updated'], signal });
  for await (const { data } of first) {
    received.push(data.title);
    if (received.length === 7) stopping.abort();
  }
  expect(received).toHaveLength(7);
  for await (const { data } of pauta.follow({ from: first.cursor, types: ['task.updated'] }))
    if (received.push(data.title) === titles.length) break;
  expect(received).toEqual(titles);
});

test.each(['', 'a b', 'a\nb', '…'])('refuses %j as a cursor before anything is sent', (from) => {
  expect(() => client().follow({ from })).toThrow(
    expect.objectContaining({ code: 'INVALID_OPTIONS' }),
  );
});
