import { randomBytes, randomUUID } from 'node:crypto';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#server/db/database.ts';
import { keysIn } from '#server/features/accounts/key-lookup.ts';
import { createKey, createTeam } from '#server/features/accounts/teams.ts';
import { rateLimit } from '#server/http/rate-limit.ts';
import { makeLog } from '#server/platform/log.ts';
import { secretsWith } from '#server/platform/secrets.ts';
import { call, type Json, messagingOn, startApp } from '#test/support/harness.ts';
import { freePort } from '#test/support/http.ts';
import {
  cleanUp,
  connectTo,
  type Env,
  newDatabase,
  onDatabase,
  type Service,
  serve,
} from '#test/support/processes.ts';
import { until } from '#test/support/wait.ts';
import { type Receiver, type Script, startReceiver } from '#test/support/webhooks/fixture.ts';
import { verifies } from '#test/support/webhooks/signatures.ts';

/* Deliveries by real processes with ROLE=worker on one database: shared, killed, stopped, without their database. */

const secret = randomBytes(32);
const made: {
  app?: FastifyInstance;
  key?: string;
  connection?: pg.ClientConfig;
  client?: pg.Client;
} = {};
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  const connection = await newDatabase('migrated');
  const database = openDatabase(connection, 'test', 10, () => {});
  const { platform } = database;
  const secrets = secretsWith(secret);
  const messaging = messagingOn(database, secrets);
  const limit = rateLimit(0, undefined, makeLog('silent'));
  const app = await startApp(database, keysIn(platform), limit, secrets, messaging);
  const { id } = await createTeam(platform, 'Agência');
  const { api_key } = await createKey(platform, id, {
    name: 'Test',
    scope: 'full',
    userId: null,
    expiresAt: null,
  });
  Object.assign(made, { app, key: api_key, connection, client: await connectTo(connection) });
  closing.push(async () => {
    await app.close();
    messaging.stop();
    await database.close();
  });
});
afterAll(async () => {
  for (const close of closing) await close();
  await cleanUp();
});

const there = <K extends keyof typeof made>(name: K) => {
  const value = made[name];
  if (value === undefined) throw new Error(`${name} is there from beforeAll on`);
  return value as NonNullable<(typeof made)[K]>;
};
const sql = async (text: string, values?: unknown[]) =>
  (await there('client').query<Json>(text, values)).rows;

const workers: Service[] = [];
const receivers: Receiver[] = [];

afterEach(async () => {
  for (const receiver of receivers.splice(0)) await receiver.close();
  for (const worker of workers.splice(0)) {
    worker.child.kill('SIGKILL');
    await worker.ended;
  }
  await sql('truncate deliveries, delivery_attempts, events');
  await sql('delete from webhooks');
});

/** A worker process. */
async function worker(env: Env = {}): Promise<Service> {
  const started = await serve({
    ...onDatabase(there('connection'), secret),
    ROLE: 'worker',
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    ...env,
  });
  workers.push(started);
  return started;
}

async function receive(script?: Script): Promise<Receiver> {
  const receiver = await startReceiver(script);
  receivers.push(receiver);
  return receiver;
}

const post = async (path: string, body: Json): Promise<Json> => {
  const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
  for (;;) {
    const answer = await call(there('app'), there('key'), 'POST', path, body, headers);
    // While several services start, requests that wait too long for the database are refused with Retry-After.
    if ([429, 503].includes(answer.status)) continue;
    expect(answer.status, answer.text).toBe(201);
    return answer.data;
  }
};

const endpoint = (receiver: Receiver) =>
  post('/webhooks', { name: 'Recebedor', url: receiver.url, events: ['deal.created'] });

async function deals(count: number): Promise<void> {
  for (let n = 0; n < count; n += 25) {
    const some = Array.from({ length: Math.min(25, count - n) }, () =>
      post('/deals', { title: 'Proposta' }),
    );
    await Promise.all(some);
  }
}

const count = async (where: string) =>
  Number((await sql(`select count(*)::int as n from deliveries where ${where}`))[0]?.n);

/** Number of deliveries of each event. */
const times = ({ requests }: Receiver) =>
  [...Map.groupBy(requests, ({ event }) => event).values()].map(({ length }) => length);

test('two workers deliver every event exactly once while no worker is killed', async () => {
  await Promise.all([worker(), worker()]);
  const all = await Promise.all(
    Array.from({ length: 4 }, () => receive(() => sleep(Math.random() * 10, 200))),
  );
  const endpoints = await Promise.all(all.map((receiver) => endpoint(receiver)));
  await deals(125);
  await until(async () => (await count(`status <> 'delivered'`)) === 0);
  expect(await count('attempts = 1 and claim is null')).toBe(500);
  for (const [place, receiver] of all.entries()) {
    expect(times(receiver)).toEqual(Array(125).fill(1));
    const [first] = receiver.requests;
    expect(first && verifies(first, String(endpoints[place]?.secret_token))).toBe(true);
  }
  expect((await sql('select count(*)::int as n from delivery_attempts'))[0]?.n).toBe(500);
});

test('attempts in flight of a killed worker are repeated by another within a minute', async () => {
  const receiver = await receive(() => 'hang');
  const { secret_token } = await endpoint(receiver);
  const first = await worker();
  // The number of attempts for an endpoint that has not answered yet.
  await deals(2);
  await until(() => receiver.requests.length === 2);
  const claimed = await sql(
    `select extract(epoch from claimed_until - now())::float8 as seconds from deliveries where claim is not null`,
  );
  expect(claimed).toHaveLength(2);
  for (const { seconds } of claimed) {
    expect(seconds).toBeLessThanOrEqual(60);
    // Longer than an attempt takes.
    expect(seconds).toBeGreaterThan(16);
  }
  // On a busy machine the second starts later than the attempts time out, and the claims end.
  first.child.kill('SIGSTOP');
  await sql(
    `update deliveries set claimed_until = now() + interval '10 minutes' where claim is not null`,
  );
  const second = await worker();
  await sleep(400);
  // It takes nothing that another worker has claimed.
  expect(receiver.requests).toHaveLength(2);
  receiver.script = () => 200;
  first.child.kill('SIGKILL');
  await first.ended;
  await deals(1);
  await until(() => receiver.requests.length === 3);
  // A minute later.
  await sql(`update deliveries set claimed_until = now() where claim is not null`);
  await until(async () => (await count(`status = 'delivered'`)) === 3);
  expect(times(receiver).sort()).toEqual([1, 2, 2]);
  for (const received of receiver.requests)
    expect(verifies(received, String(secret_token))).toBe(true);
  // The outcome of the killed worker's attempts is unknown.
  expect(await count('attempts = 1 and claim is null and claimed_until is null')).toBe(3);
  expect(second.child.exitCode).toBeNull();
});

test('a stopping worker ends within its grace period, and releases hanging attempts', async () => {
  const receiver = await receive(({ event }) => (event === quick ? sleep(1_500, 200) : 'hang'));
  let quick = '';
  await endpoint(receiver);
  const first = await worker();
  await deals(2);
  await until(() => receiver.requests.length === 2);
  const before = await sql('select id, next_attempt_at from deliveries order by id');
  first.child.kill('SIGTERM');
  await until(() => first.log().some(({ msg }) => msg === 'stopping'));
  // Events from then on are not started.
  await deals(1);
  quick = String((await sql('select id from deliveries order by id desc limit 1'))[0]?.id);
  const { status, stdout } = await first.ended;
  expect(status, stdout).toBe(0);
  expect(receiver.requests).toHaveLength(2);
  expect(
    await count(
      `status = 'pending' and claim is null and claimed_until is null and waits = 0 and reason is null`,
    ),
  ).toBe(3);
  expect((await sql('select id, next_attempt_at from deliveries order by id')).slice(0, 2)).toEqual(
    before,
  );
  // They may have reached the receiver.
  expect(await sql('select status, error from delivery_attempts')).toEqual(
    Array(2).fill({ status: null, error: 'stopped' }),
  );
  receiver.script = () => 200;
  await worker();
  await until(async () => (await count(`status = 'delivered'`)) === 3);
  expect(times(receiver).sort()).toEqual([1, 2, 2]);
});

test('if the database is down while attempts return, nothing is lost and the process survives', async () => {
  const door = await doorTo(there('connection'));
  const receiver = await receive(() => sleep(400 + Math.random() * 400, 200));
  await endpoint(receiver);
  // Before the worker starts: on a busy machine it delivers faster than deals are created.
  await deals(40);
  const one = await worker({ DATABASE_URL: door.url });
  await until(() => receiver.requests.length >= 16);
  door.shut();
  // Deliveries claimed just before are in flight.
  let attempted = -1;
  while (attempted !== receiver.requests.length) {
    attempted = receiver.requests.length;
    await sleep(2_000);
  }
  // Attempts in flight returned, and could not be recorded.
  const written = await count(`status = 'delivered'`);
  expect(attempted - written).toBeGreaterThanOrEqual(1);
  // The worker may not have learned of one claim.
  expect(await count('claim is not null')).toBeGreaterThanOrEqual(attempted - written);
  expect(receiver.requests).toHaveLength(attempted);
  await deals(5);
  await door.open();
  // A claim unknown to the worker expires after 45 s.
  await until(async () => (await count(`status = 'delivered'`)) === 45, 90_000);
  expect(times(receiver)).toEqual(Array(45).fill(1));
  expect(await count('attempts = 1 and claim is null')).toBe(45);
  expect((await sql('select count(*)::int as n from delivery_attempts'))[0]?.n).toBe(45);
  expect(one.child.exitCode).toBeNull();
  expect(one.log().filter(({ level }) => level >= 50)).toEqual([]);
  await door.close();
});

/** A TCP proxy to the database that can be closed. */
async function doorTo(connection: pg.ClientConfig) {
  const url = new URL(
    connection.connectionString ??
      `postgres://${connection.user}@127.0.0.1:1/${connection.database}`,
  );
  const target =
    connection.connectionString === undefined
      ? { path: join(connection.host ?? '', `.s.PGSQL.${connection.port}`) }
      : { host: url.hostname, port: Number(url.port || 5432) };
  const sockets = new Set<Socket>();
  const server = createServer((inner) => {
    const outer = connect(target);
    for (const [socket, peer] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.once('close', () => {
        sockets.delete(socket);
        peer.destroy();
      });
      socket.pipe(peer);
    }
  });
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const port = await freePort();
  await listen(port);
  url.host = `127.0.0.1:${port}`;
  const shut = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { url: url.href, shut, open: () => listen(port), close: async () => shut() };
}
