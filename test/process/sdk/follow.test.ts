import { connect, createServer, type Socket } from 'node:net';
import { afterAll, expect, expectTypeOf, test } from 'vitest';
import type { Fetch } from '#packages/sdk/src/exchange.ts';
import {
  AuthenticationError,
  ConnectionError,
  type Deal,
  EventsMissedError,
  type RequestLog,
} from '#packages/sdk/src/index.ts';
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
