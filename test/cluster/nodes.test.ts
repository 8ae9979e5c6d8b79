import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '#server/db/database.ts';
import { heartbeatMs } from '#server/features/live/live.ts';
import { resources } from '#server/features/registry.ts';
import { type Reply, type Request, request } from '#test/support/http.ts';
import { type Listener, listen } from '#test/support/live/listener.ts';
import { hasNodes, type Nodes, startNodes } from '#test/support/nodes.ts';
import { makePerson } from '#test/support/people.ts';
import {
  cleanUp,
  connectTo,
  type Env,
  newDatabase,
  onDatabase,
  pauta,
} from '#test/support/processes.ts';
import { answerFrom, type Call, type Json, makeTeam, type TestTeam } from '#test/support/team.ts';
import { until } from '#test/support/wait.ts';
import { startReceiver } from '#test/support/webhooks/fixture.ts';

/* Two web nodes and two workers, on one database and one Redis, behind the proxy of deploy/. */

interface NodesFixture {
  readonly nodes: Nodes;
  readonly env: Env;
  readonly database: Database;
  readonly client: pg.Client;
  readonly teams: readonly [TestTeam, TestTeam];
}

/** Opens a stream as a browser does: retries until it succeeds. */
async function until200(open: () => Promise<Listener>): Promise<Listener> {
  let last: Listener | undefined;
  await until(async () => {
    last = await open().catch(() => undefined);
    return last?.status === 200;
  });
  return last as Listener;
}

/** The nodes with a database and two teams, whose requests go through the proxy; available from beforeAll on. */
function useNodes(more: Env, workers: number): NodesFixture {
  const made: { fixture?: NodesFixture } = {};
  beforeAll(async () => {
    const connection = await newDatabase('migrated');
    const env = { ...onDatabase(connection), ...more };
    const nodes = await startNodes(env, { workers });
    const database = openDatabase(connection, 'test', 2, () => {});
    const call: Call = async (key, method, path, body, headers = {}) => {
      const sent = { method, headers, ...(key ? { key } : {}), ...(body ? { body } : {}) };
      const reply = await request(`${nodes.origin}/api/v1${path}`, sent);
      return answerFrom(reply.status, reply.headers, reply.text);
    };
    made.fixture = {
      nodes,
      env,
      database,
      client: await connectTo(connection),
      teams: [await makeTeam(database, call), await makeTeam(database, call)],
    };
  });
  afterAll(async () => {
    await made.fixture?.database.close();
    await cleanUp();
  });
  return new Proxy({} as NodesFixture, {
    get: (_, name: keyof NodesFixture) => {
      if (!made.fixture) throw new Error('the nodes run from beforeAll on');
      return made.fixture[name];
    },
  });
}

describe.skipIf(!hasNodes && !process.env.CI)('nodes without a rate limit', () => {
  const fixture = useNodes({ RATE_LIMIT_PER_MINUTE: '0', WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' }, 2);

  const sql = async (text: string, values?: unknown[]) =>
    (await fixture.client.query<Json>(text, values)).rows;

  /** Answers of both nodes, without the proxy. */
  const both = (path: string, options: Request): Promise<Reply[]> =>
    Promise.all(fixture.nodes.web.map(({ address }) => request(`${address}/v1${path}`, options)));

  describe.each(resources.map(({ table: resource }) => resource))('$name', ({ name, path }) => {
    test('a write on one node is visible on both', async () => {
      const [ours] = fixture.teams;
      const { key } = ours;
      const created = await ours.create(name);
      const at = `${path}/${created.id}`;
      for (const { status, data } of await both(at, { key })) {
        expect(status).toBe(200);
        // A webhook's secret is shown once.
        expect({ ...created, ...data }).toEqual(created);
      }
      const listed = await both(`${path}?limit=100`, { key });
      for (const { body } of listed)
        expect((body.data as Json[]).map(({ id }) => id)).toContain(created.id);

      const again = await ours.put(at, {});
      expect(again.status, again.text).toBe(200);
      const removed = await ours.delete(at);
      expect(removed.status, removed.text).toBe(200);
      const [one, two] = await both(at, { key });
      expect(one?.text).toBe(two?.text);
      expect(one?.status).toBe(two?.status);
    });

    test('records of another team look like missing ones, on both nodes', async () => {
      const [ours, theirs] = fixture.teams;
      const { id } = await ours.create(name);
      const nobody = '01900000-0000-7000-8000-000000000000';
      for (const method of ['GET', 'PUT', 'DELETE']) {
        const options = { method, key: theirs.key, ...(method === 'PUT' ? { body: {} } : {}) };
        const [foreign, missing] = [
          await both(`${path}/${id}`, options),
          await both(`${path}/${nobody}`, options),
        ];
        for (const { status, text } of foreign) {
          expect(status).toBe(404);
          expect(text).toBe(missing[0]?.text);
        }
        const proxied = await theirs.call(method, `${path}/${id}`, options.body);
        expect(proxied.text).toBe(missing[0]?.text);
      }
      for (const { body } of await both(`${path}?limit=100`, { key: theirs.key }))
        expect((body.data as Json[]).map((record) => record.id)).not.toContain(id);
    });
  });

  test('a revoked key is refused by both nodes within a second', async () => {
    const [{ slug }] = fixture.teams;
    const run = async (...args: string[]) => {
      const { status, stdout, stderr } = await pauta([...args, '--json'], fixture.env);
      expect(status, stderr).toBe(0);
      return JSON.parse(stdout) as { id: string; api_key: string };
    };
    const { id, api_key: key } = await run('key', 'create', '--team', slug);
    const uses: { at: number; statuses: number[] }[] = [];
    let isOver = false;
    const use = async () => {
      while (!isOver) {
        const at = Date.now();
        uses.push({ at, statuses: (await both('/projects', { key })).map((r) => r.status) });
      }
    };
    // Both nodes cache it, and receive requests all the time.
    const using = use();
    await until(() => uses.length > 5);
    await run('key', 'revoke', id);
    const revokedAt = Date.now();
    await until(() => uses.some(({ at }) => at >= revokedAt + 1_200));
    isOver = true;
    await using;
    expect(uses[0]?.statuses).toEqual([200, 200]);
    for (const { at, statuses } of uses)
      if (at >= revokedAt + 1_000) expect(statuses).toEqual([401, 401]);
  });

  test('a client that sends too much gets a refusal, not a broken connection', async () => {
    const [{ key }] = fixture.teams;
    const body = { title: ' '.repeat(1_048_576) };
    for (let i = 0; i < 40; i += 1) {
      const sent = { method: 'POST', key, body };
      const { status, error } = await request(`${fixture.nodes.origin}/api/v1/deals`, sent);
      expect([status, error.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    }
  });

  test('an Idempotency-Key that reaches both nodes at once creates one record', async () => {
    const [{ key }] = fixture.teams;
    for (let round = 0; round < 20; round += 1) {
      const title = `Rodada ${round}`;
      const headers = { 'idempotency-key': title };
      const send = () => both('/deals', { method: 'POST', key, headers, body: { title } });
      const replies = (await Promise.all([send(), send()])).flat();
      for (const { status, text } of replies) expect([201, 409], text).toContain(status);
      const made = await sql('select id from deals where title = $1', [title]);
      expect(made).toHaveLength(1);
      for (const { status, data } of [...replies, ...(await send())])
        if (status === 201) expect(data.id).toBe(made[0]?.id);
      expect(replies.map(({ status }) => status)).toContain(201);
    }
  });

  test('500 events and a killed worker: each event arrives once, or twice if that worker was attempting it', async () => {
    const [, team] = fixture.teams;
    const receiver = await startReceiver(() => sleep(randomInt(5, 30), 200));
    await team.post('/webhooks', {
      name: 'Recebedor',
      url: receiver.url,
      events: ['deal.created'],
    });
    const [{ count: before } = { count: 0 }] = await sql('select count(*)::int from deliveries');
    const make = async () => {
      for (let i = 0; i < 25; i += 1) await team.create('deals');
    };
    const making = Promise.all(Array.from({ length: 20 }, make));
    await until(() => receiver.requests.length >= 150);
    const [victim, survivor] = fixture.nodes.workers;
    victim?.child.kill('SIGKILL');
    await victim?.ended;
    await making;

    // The other sends all but the killed worker's claims, which belong to it until they expire.
    const pending = () => sql(`select id, claim from deliveries where status = 'pending'`);
    let cut: Json[] = [];
    await until(async () => {
      const [one, , two] = [await pending(), await sleep(1_000), await pending()];
      cut = two;
      return (
        one.every(({ claim }) => claim !== null) && JSON.stringify(one) === JSON.stringify(two)
      );
    });
    await sql(
      `update deliveries set claimed_until = now() - interval '1 second' where status = 'pending'`,
    );
    await until(async () => (await pending()).length === 0);

    const [{ count: total } = { count: 0 }] = await sql('select count(*)::int from deliveries');
    expect(Number(total) - Number(before)).toBe(500);
    const times = Map.groupBy(receiver.requests, ({ event }) => event);
    expect(times.size).toBe(500);
    const cutIds = new Set(cut.map(({ id }) => id));
    for (const [event, { length }] of times)
      expect(length, event).toBeLessThanOrEqual(cutIds.has(event) ? 2 : 1);
    expect(survivor?.child.exitCode).toBeNull();
    await receiver.close();
  });

  /** Requests through the proxy, over kept connections, until `work` is done. @returns the failed ones */
  async function failures(kinds: readonly string[], work: () => Promise<unknown>) {
    const [{ key }] = fixture.teams;
    const agent = new Agent({ keepAlive: true });
    const failed: string[] = [];
    let [sent, isOver] = [0, false];
    const client = async () => {
      for (; !isOver; await sleep(20)) {
        sent += 1;
        const method = kinds[sent % kinds.length] ?? 'GET';
        const options = { method, key, agent, ...(method === 'GET' ? {} : { body: deal }) };
        const reply = await request(`${fixture.nodes.origin}/api/v1/deals`, options).catch(String);
        const outcome = typeof reply === 'string' ? reply : `${reply.status} ${reply.text}`;
        if (!/^20[01] /.test(outcome)) failed.push(`${method}: ${outcome}`);
      }
    };
    const clients = Promise.all(Array.from({ length: 4 }, client));
    await work();
    isOver = true;
    await clients;
    agent.destroy();
    expect(sent).toBeGreaterThan(10);
    return failed;
  }
  const deal = { title: 'Rodada' };
  const isOut = (place: 0 | 1) => until(async () => !(await fixture.nodes.isUp(place)));

  test('live streams pass the proxy without delay, and continue on the other node when theirs stops', async () => {
    const [ours] = fixture.teams;
    // Only creates a session, without a request to an app.
    const service = { app: undefined as unknown as FastifyInstance, database: fixture.database };
    const { token } = await makePerson(service, ours, 'member');
    const open = (lastId?: string) =>
      listen(`${fixture.nodes.origin}/api`, ours.slug, token, { lastId });
    // In turn: one on each node.
    const streams = [await open(), await open()];
    for (const stream of streams) {
      expect([stream.status, stream.headers['x-accel-buffering']]).toEqual([200, 'no']);
      await stream.until('ready');
    }
    const first = await ours.create('projects');
    for (const stream of streams)
      await stream.until('change', ({ record_id }) => record_id === first.id);
    fixture.nodes.web[0].child.kill('SIGTERM');
    await until(() => streams.some(({ isOver }) => isOver));
    const stopped = streams.filter(({ isOver }) => isOver);
    expect(stopped).toHaveLength(1);
    const [{ heard, lastId } = { heard: [], lastId: '' }] = stopped;
    expect(heard.at(-1)).toMatchObject({ event: 'end', data: { reason: 'stopping' } });
    const second = await ours.create('projects');
    const again = await until200(() => open(lastId));
    await again.until('ready');
    expect(again.changes().map(({ record_id }) => record_id)).toEqual([second.id]);
    for (const stream of [...streams, again]) stream.close();
    await fixture.nodes.web[0].ended;
    await fixture.nodes.restart(0);
  });

  test('the proxy’s timeout is longer than the silence of a live stream', () => {
    const config = readFileSync('deploy/haproxy.cfg', 'utf8');
    for (const side of ['client', 'server']) {
      const [, seconds] = new RegExp(`timeout ${side} (\\d+)s`).exec(config) ?? [];
      expect(Number(seconds) * 1_000, side).toBeGreaterThanOrEqual(2 * heartbeatMs);
    }
  });

  test('a stopping node costs no request', async () => {
    const failed = await failures(['GET', 'POST'], async () => {
      const { status } = (await fixture.nodes.web[0].stop('SIGTERM')) ?? {};
      expect(status).toBe(0);
      await isOut(0);
      await fixture.nodes.restart(0);
    });
    expect(failed).toEqual([]);
  });

  test('a killed node costs no GET, and is soon out of rotation', async () => {
    const failed = await failures(['GET'], async () => {
      await sleep(200);
      fixture.nodes.web[1].child.kill('SIGKILL');
      await isOut(1);
    });
    expect(failed).toEqual([]);
    expect(await failures(['POST'], () => sleep(1_000))).toEqual([]);
    await fixture.nodes.restart(1);
  });

  test('a hanging node is soon out of rotation, and returns automatically', async () => {
    const [{ child }] = fixture.nodes.web;
    child.kill('SIGSTOP');
    await isOut(0);
    expect(await failures(['GET', 'POST'], () => sleep(1_000))).toEqual([]);
    child.kill('SIGCONT');
    await until(() => fixture.nodes.isUp(0));
  });

  test('without any node, the proxy answers like the service', async () => {
    for (const { child } of fixture.nodes.web) child.kill('SIGKILL');
    const { status, headers, body } = await request(`${fixture.nodes.origin}/api/v1/projects`);
    expect(status).toBe(503);
    expect(headers['retry-after']).toBe('1');
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(body).toEqual({
      success: false,
      error: { code: 'UNAVAILABLE', message: expect.any(String) },
    });
    await fixture.nodes.restart(0);
    await fixture.nodes.restart(1);
  });
});

describe.skipIf(!hasNodes && !process.env.CI)('nodes with a rate limit', () => {
  const fixture = useNodes({}, 0);

  /** Statuses of requests from an address, through the proxy. */
  async function statuses(times: number, from: string, headers: (i: number) => Request['headers']) {
    const [{ key }] = fixture.teams;
    const all: number[] = [];
    for (let i = 0; i < times; i += 1) {
      const sent = headers(i);
      const options = { key, from, ...(sent ? { headers: sent } : {}) };
      all.push((await request(`${fixture.nodes.origin}/api/v1/projects`, options)).status);
    }
    return all;
  }

  test('both nodes together serve exactly 60 requests of an address', async () => {
    expect(await statuses(61, '127.0.1.1', () => undefined)).toEqual([...Array(60).fill(200), 429]);
    // For that address.
    expect(await statuses(1, '127.0.1.2', () => undefined)).toEqual([200]);
    for (const { log } of fixture.nodes.web)
      await until(() => log().filter(({ route }) => route === '/api/v1/projects').length > 20);
  });

  test('clients cannot choose their address', async () => {
    const forged = (i: number) => ({ 'x-forwarded-for': `203.0.113.${i}, 203.0.113.${i + 1}` });
    expect(await statuses(61, '127.0.1.3', forged)).toEqual([...Array(60).fill(200), 429]);
    // A client cannot use up another client's limit.
    const others = () => ({ 'x-forwarded-for': '127.0.1.4' });
    expect(await statuses(61, '127.0.1.5', others)).toContain(429);
    expect(await statuses(1, '127.0.1.4', () => undefined)).toEqual([200]);
  });

  test('requests that the service does not count are counted by the proxy', async () => {
    const ask = () => request(`${fixture.nodes.origin}/health/ready`, { from: '127.0.1.6' });
    const replies = await Promise.all(Array.from({ length: 301 }, ask));
    const refused = replies.filter(({ status }) => status !== 200);
    expect(refused.length).toBeGreaterThan(0);
    for (const { status, error } of refused)
      expect([status, error.code]).toEqual([429, 'RATE_LIMITED']);
    const elsewhere = await request(`${fixture.nodes.origin}/health/ready`, { from: '127.0.1.7' });
    expect(elsewhere.status).toBe(200);
  });
});
