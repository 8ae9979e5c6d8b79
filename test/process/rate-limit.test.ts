import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { sessionsIn } from '#server/features/accounts/sessions.ts';
import { teamsBySlug } from '#server/features/accounts/team-lookup.ts';
import { createKey } from '#server/features/accounts/teams.ts';
import { makeApp } from '#server/http/app.ts';
import { rateLimit } from '#server/http/rate-limit.ts';
import { readConfig } from '#server/platform/config.ts';
import { makeLog } from '#server/platform/log.ts';
import { type TestTeam, useService } from '#test/support/harness.ts';
import { type Reply, type Request, request } from '#test/support/http.ts';
import { cleanUp, hasRedis, startRedis } from '#test/support/processes.ts';
import { eventually, until } from '#test/support/wait.ts';

/* Listening apps, and clients at different addresses of this machine: all of 127.0.0.0/8. */

const service = useService();
let team: TestTeam;
let readKey: string;
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  team = await service.team();
  const options = { name: 'Read', scope: 'read', userId: null, expiresAt: null } as const;
  readKey = (await createKey(service.database.platform, team.id, options)).api_key;
});

afterEach(async () => {
  vi.useRealTimers();
  for (const close of closing.splice(0).reverse()) await close();
});
afterAll(cleanUp);

/** A node of the service: its own app and limiter, on the shared database. */
interface Node {
  readonly app: FastifyInstance;
  readonly port: number;
  /** Lines logged by its limiter. */
  readonly messages: string[];
  get(path: string, options?: Request): Promise<Reply>;
  /** Statuses of the given number of requests, one after the other. */
  statuses(times: number, options?: Request | ((i: number) => Request)): Promise<number[]>;
}

async function node(env: Record<string, string> = {}, host = '127.0.0.1'): Promise<Node> {
  const config = readConfig(env);
  const messages: string[] = [];
  const say = (_fields: object, message: string) => {
    messages.push(message);
  };
  const limit = rateLimit(config.RATE_LIMIT_PER_MINUTE, config.REDIS_URL, { warn: say, info: say });
  const log = makeLog('silent');
  const app = await makeApp({
    config,
    database: service.database,
    keys: service.keys,
    sessions: sessionsIn(service.database.platform),
    limit,
    log,
    settings: {
      secrets: service.secrets,
      jidSuffix: config.MSGAPP_JID_SUFFIX,
      services: { messaging: service.messaging.service, log },
    },
    teams: teamsBySlug(service.database),
    unready: () => undefined,
  });
  closing.push(
    () => limit.close(),
    () => app.close(),
  );
  await app.listen({ host, port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const get: Node['get'] = (path, options = {}) =>
    request(`http://127.0.0.1:${port}${path}`, { key: team.key, ...options });
  return {
    app,
    port,
    messages,
    get,
    async statuses(times, options = {}) {
      const statuses: number[] = [];
      for (let i = 0; i < times; i++) {
        const { status } = await get(
          '/api/v1/projects',
          typeof options === 'function' ? options(i) : options,
        );
        statuses.push(status);
      }
      return statuses;
    },
  };
}

const forwarded = (addresses: string): Request => ({ headers: { 'x-forwarded-for': addresses } });

/** Values of the headers: requests left, seconds until the window ends. */
function left(reply: Reply): { remaining: number; seconds: number } {
  const [, remaining, seconds] =
    /^"[a-z]+";r=(\d+);t=(\d+)$/.exec(String(reply.headers.ratelimit)) ?? [];
  return { remaining: Number(remaining), seconds: Number(seconds) };
}

describe('the count', () => {
  test('60 requests in a minute are served, the 61st is not', async () => {
    const { get } = await node();
    for (let i = 1; i <= 60; i++) {
      const reply = await get('/api/v1/projects');
      expect(reply.status).toBe(200);
      expect(reply.headers['ratelimit-policy']).toBe('"default";q=60;w=60');
      expect(left(reply).remaining).toBe(60 - i);
      expect(left(reply).seconds).toBeGreaterThan(0);
      expect(left(reply).seconds).toBeLessThanOrEqual(60);
      expect(reply.headers).not.toHaveProperty('retry-after');
    }
    const refused = await get('/api/v1/projects');
    expect(refused.status).toBe(429);
    expect(refused.body).toEqual({
      success: false,
      error: { code: 'RATE_LIMITED', message: expect.stringContaining('60') },
    });
    expect(refused.headers['ratelimit-policy']).toBe('"default";q=60;w=60');
    expect(left(refused).remaining).toBe(0);
    const wait = Number(refused.headers['retry-after']);
    expect(Number.isInteger(wait) && wait > 0 && wait <= 60).toBe(true);
    expect(left(refused).seconds).toBe(wait);

    // For this address only, with any key.
    expect((await get('/api/v1/projects', { key: readKey })).status).toBe(429);
    expect((await get('/api/v1/projects', { from: '127.0.0.2' })).status).toBe(200);
  });

  test('concurrent requests are counted one by one', async () => {
    const { get } = await node({ RATE_LIMIT_PER_MINUTE: '20' });
    const replies = await Promise.all(Array.from({ length: 50 }, () => get('/api/v1/projects')));
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(20);
    expect(replies.filter((reply) => reply.status === 429)).toHaveLength(30);
  });

  test('it covers all endpoints together, and every answer of v1 shows it', async () => {
    const { get } = await node({ RATE_LIMIT_PER_MINUTE: '14' });
    const missing = '/api/v1/projects/01890000-0000-7000-8000-000000000000';
    const body = { name: 'Campanha' };
    const answers: [status: number, path: string, options?: Request][] = [
      [200, '/api/v1/projects'],
      [200, '/api/v1/deals'],
      [200, '/api/v1/clients', { method: 'HEAD' }],
      [201, '/api/v1/projects', { method: 'POST', body }],
      [400, '/api/v1/tasks?limit=x'],
      [401, '/api/v1/webhooks', { key: 'x' }],
      [401, '/api/v1/nowhere', { key: 'x' }],
      [403, '/api/v1/projects', { method: 'POST', body, key: readKey }],
      [404, missing],
      [404, '/api/v1/nowhere'],
      [405, '/api/v1/msgapp/contacts', { method: 'DELETE' }],
      [413, '/api/v1/projects', { method: 'POST', body: { name: 'x'.repeat(1_100_000) } }],
      [
        415,
        '/api/v1/projects',
        { method: 'POST', body, headers: { 'content-type': 'text/plain' } },
      ],
      [422, '/api/v1/projects', { method: 'POST', body: { name: 'Outra', slug: 'campanha' } }],
      [429, '/api/v1/campaigns'],
      [429, '/api/v1/nowhere'],
    ];
    for (const [i, [status, path, options]] of answers.entries()) {
      const reply = await get(path, options);
      expect({ path, status: reply.status }).toEqual({ path, status });
      expect(reply.headers['ratelimit-policy']).toBe('"default";q=14;w=60');
      expect(left(reply).remaining).toBe(Math.max(0, 13 - i));
      expect(reply.headers['retry-after'] !== undefined).toBe(status === 429);
    }
  });

  test('failed authentication counts, and is refused before it is checked', async () => {
    const { statuses } = await node({ RATE_LIMIT_PER_MINUTE: '3' });
    expect(await statuses(5, { key: 'wrong' })).toEqual([401, 401, 401, 429, 429]);
    expect(await statuses(1)).toEqual([429]);
  });

  test('health, reference and OpenAPI document are neither counted nor limited', async () => {
    const { get, statuses } = await node({ RATE_LIMIT_PER_MINUTE: '2' });
    const outside = [
      '/health/live',
      '/health/ready',
      '/api/openapi.json',
      '/reference/',
      '/nowhere',
      '/api/v1x',
    ];
    const visit = async () => {
      for (const path of outside) {
        const reply = await get(path);
        expect([200, 404]).toContain(reply.status);
        expect(reply.headers).not.toHaveProperty('ratelimit');
        expect(reply.headers).not.toHaveProperty('ratelimit-policy');
      }
    };
    await visit();
    expect(await statuses(3)).toEqual([200, 200, 429]);
    await visit();
  });

  test('RATE_LIMIT_PER_MINUTE=0 means no limit, and no headers', async () => {
    const { get } = await node({ RATE_LIMIT_PER_MINUTE: '0' });
    const replies = await Promise.all(Array.from({ length: 100 }, () => get('/api/v1/projects')));
    for (const { status, headers } of replies) {
      expect(status).toBe(200);
      expect(headers).not.toHaveProperty('ratelimit');
      expect(headers).not.toHaveProperty('ratelimit-policy');
    }
  });

  test('the window starts with the first request, and ends 60 s later regardless of requests in between', async () => {
    vi.useFakeTimers({
      toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    });
    const silent = { warn() {}, info() {} };
    const limit = rateLimit(2, undefined, silent);
    // An hour after the start: the window is aligned neither to the clock nor to the process.
    await vi.advanceTimersByTimeAsync(3_600_000 + 7_000);
    const take = () => limit.take('203.0.113.1');

    expect(await take()).toEqual({ allowed: true, remaining: 1, resetSeconds: 60 });
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await take()).toEqual({ allowed: true, remaining: 0, resetSeconds: 30 });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await take()).toEqual({ allowed: false, remaining: 0, resetSeconds: 10 });
    await vi.advanceTimersByTimeAsync(9_500);
    expect(await take()).toEqual({ allowed: false, remaining: 0, resetSeconds: 1 });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await take()).toEqual({ allowed: true, remaining: 1, resetSeconds: 60 });
    await limit.close();
  });
});

describe('the client of a request', () => {
  test('is not read from headers while no proxy is trusted', async () => {
    const { statuses } = await node({ RATE_LIMIT_PER_MINUTE: '4' });
    const names = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'x-client-ip', 'cf-connecting-ip'];
    const forge = (i: number): Request => ({
      headers: Object.fromEntries(
        names.map((name) => [name, `${name === 'forwarded' ? 'for=' : ''}198.51.100.${i}`]),
      ),
    });
    expect(await statuses(6, forge)).toEqual([200, 200, 200, 200, 429, 429]);
  });

  test('behind a trusted proxy is the rightmost address that is no trusted proxy', async () => {
    const { statuses } = await node({
      RATE_LIMIT_PER_MINUTE: '2',
      TRUST_PROXY: '127.0.0.1/32,10.0.0.0/8',
    });
    // The client can write anything on the left.
    expect(await statuses(3, (i) => forwarded(`198.51.100.${i}, 203.0.113.7`))).toEqual([
      200, 200, 429,
    ]);
    // Through two proxies, with and without spaces.
    expect(await statuses(1, forwarded('203.0.113.7,10.1.2.3'))).toEqual([429]);
    expect(await statuses(3, forwarded('203.0.113.8 ,10.1.2.3,10.200.0.1'))).toEqual([
      200, 200, 429,
    ]);
    // In two headers with the same name.
    const twice = { headers: { 'x-forwarded-for': ['198.51.100.1', '203.0.113.8'] } };
    expect(await statuses(1, twice)).toEqual([429]);
    // The proxy itself is the client.
    expect(await statuses(3)).toEqual([200, 200, 429]);
  });

  test('is not read from headers of an untrusted address, even if some proxies are trusted', async () => {
    const { statuses } = await node({ RATE_LIMIT_PER_MINUTE: '2', TRUST_PROXY: '127.0.0.1/32' });
    const forge = (i: number): Request => ({ ...forwarded(`203.0.113.${i}`), from: '127.0.0.2' });
    expect(await statuses(3, forge)).toEqual([200, 200, 429]);
    // The address that it names loses no requests either.
    expect(await statuses(1, forwarded('203.0.113.0'))).toEqual([200]);
  });

  test('is the proxy if it sends an invalid address', async () => {
    const garbage = [
      'garbage',
      ',',
      ', ,',
      '999.1.1.1',
      '203.0.113.7, unknown',
      '203.0.113.7:4711',
      '"[2001:db8::1]:4711"',
      '[2001:db8::1]',
      '2001:db8::1::2',
      '../../etc/passwd',
      '%00',
      '\t',
      'x'.repeat(8_000),
    ];
    const { statuses } = await node({
      RATE_LIMIT_PER_MINUTE: String(garbage.length),
      TRUST_PROXY: '127.0.0.0/8',
    });
    const answers = await statuses(garbage.length, (i) => forwarded(garbage[i] ?? ''));
    expect(answers).toEqual(garbage.map(() => 200));
    expect(await statuses(2, forwarded('more garbage'))).toEqual([429, 429]);
    expect(await statuses(1, forwarded('203.0.113.7'))).toEqual([200]);
  });

  test('is the /64 of an IPv6 address; an IPv4-mapped address is the IPv4 client', async () => {
    const { statuses } = await node({ RATE_LIMIT_PER_MINUTE: '3', TRUST_PROXY: '127.0.0.1/32' });
    const same = [
      '2001:db8:1:2::1',
      '2001:db8:1:2:ffff:ffff:ffff:ffff',
      '2001:0DB8:0001:0002:0:0:0:3',
      '2001:db8:1:2::4',
    ];
    expect(await statuses(4, (i) => forwarded(same[i] ?? ''))).toEqual([200, 200, 200, 429]);
    expect(await statuses(1, forwarded('2001:db8:1:3::1'))).toEqual([200]);
    expect(await statuses(1, forwarded('2001:db8:2:2::1'))).toEqual([200]);

    const four = ['203.0.113.9', '::ffff:203.0.113.9', '::ffff:cb00:7109', '203.0.113.9'];
    expect(await statuses(4, (i) => forwarded(four[i] ?? ''))).toEqual([200, 200, 200, 429]);
    // Other IPv4-mapped clients are not the same /64.
    expect(await statuses(1, forwarded('::ffff:203.0.113.10'))).toEqual([200]);
  });

  test('is distinguished on a dual-stack socket, which recognizes its proxies', async (context) => {
    const both = await node(
      { RATE_LIMIT_PER_MINUTE: '2', TRUST_PROXY: '127.0.0.1/32' },
      '::',
    ).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'EAFNOSUPPORT') throw error;
      return context.skip('this machine has no IPv6');
    });
    expect(await both.statuses(3, { from: '127.0.0.2' })).toEqual([200, 200, 429]);
    expect(await both.statuses(1, { from: '127.0.0.3' })).toEqual([200]);
    expect(await both.statuses(3, forwarded('203.0.113.1'))).toEqual([200, 200, 429]);
    expect(await both.statuses(1, forwarded('203.0.113.2'))).toEqual([200]);
  });
});

describe.skipIf(!hasRedis && !process.env.CI)('with Redis', () => {
  /** A node that already counts in Redis: it connects at the start. */
  async function connected(url: string, perMinute: number, redis: Redis): Promise<Node> {
    const made = await node({ RATE_LIMIT_PER_MINUTE: String(perMinute), REDIS_URL: url });
    await until(async () => {
      await made.statuses(1, { from: '127.9.9.9' });
      return (await redis.keys('*127.9.9.9*')).length > 0;
    });
    await redis.flushall();
    return made;
  }

  function client(url: string): Redis {
    const redis = new Redis(url, { retryStrategy: (times) => Math.min(50 * times, 200) });
    redis.on('error', () => {});
    closing.push(async () => redis.disconnect());
    return redis;
  }

  test('all nodes count a key with a separate limit together', async () => {
    const server = await startRedis();
    const redis = client(server.url);
    const [one, two] = [
      await connected(server.url, 100, redis),
      await connected(server.url, 100, redis),
    ];
    const options = { name: 'Limited', scope: 'full', userId: null, expiresAt: null } as const;
    const { platform } = service.database;
    const { api_key: key } = await createKey(platform, team.id, { ...options, perMinute: 4 });
    const statuses = [];
    for (const each of [one, two, one, two, one, two])
      statuses.push((await each.get('/api/v1/projects', { key })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
  });

  test('all nodes count together, and the window ends for all of them', async () => {
    const server = await startRedis();
    const redis = client(server.url);
    const [one, two] = [
      await connected(server.url, 6, redis),
      await connected(server.url, 6, redis),
    ];

    expect(left(await one.get('/api/v1/projects'))).toMatchObject({ remaining: 5, seconds: 60 });
    expect(left(await two.get('/api/v1/projects')).remaining).toBe(4);
    const rest = await Promise.all(
      Array.from({ length: 10 }, (_, i) => (i % 2 ? one : two).get('/api/v1/projects')),
    );
    expect(rest.filter(({ status }) => status === 200)).toHaveLength(4);
    expect(await two.statuses(2)).toEqual([429, 429]);
    expect(await one.statuses(1, { from: '127.0.0.2' })).toEqual([200]);

    // The window is that of the first request: 60 s, not extended by later ones.
    const [name = ''] = await redis.keys('*127.0.0.1*');
    await redis.pexpire(name, 5_000);
    expect(left(await one.get('/api/v1/projects')).seconds).toBeLessThanOrEqual(5);
    expect(await redis.pttl(name)).toBeLessThanOrEqual(5_000);
    await redis.pexpire(name, 1);
    await eventually(async () => expect(await redis.exists(name)).toBe(0));
    expect(left(await two.get('/api/v1/projects'))).toMatchObject({ remaining: 5, seconds: 60 });
    expect([...one.messages, ...two.messages]).toEqual([]);
  });

  test('without Redis each node counts separately, logs it once, and counts with the others again afterwards', async () => {
    const server = await startRedis();
    const redis = client(server.url);
    const [one, two] = [
      await connected(server.url, 3, redis),
      await connected(server.url, 3, redis),
    ];
    expect(await one.statuses(1)).toEqual([200]);

    await server.kill();
    await until(() => one.messages.length > 0 && two.messages.length > 0);
    // Each continues from its local count.
    expect(await one.statuses(5)).toEqual([200, 200, 429, 429, 429]);
    expect(await two.statuses(5)).toEqual([200, 200, 200, 429, 429]);
    const gone = 'Redis is out of reach: this node counts requests by itself';
    expect(one.messages).toEqual([gone]);
    expect(two.messages).toEqual([gone]);

    await server.start();
    await until(() => one.messages.length > 1 && two.messages.length > 1);
    const back = 'Redis is back: requests are counted across all nodes';
    expect(one.messages).toEqual([gone, back]);
    expect(two.messages).toEqual([gone, back]);
    expect(await one.statuses(2, { from: '127.0.0.2' })).toEqual([200, 200]);
    expect(await two.statuses(2, { from: '127.0.0.2' })).toEqual([200, 429]);
  });

  test('a node that starts without Redis limits locally until it is available', async () => {
    const server = await startRedis();
    await server.kill();
    const alone = await node({ RATE_LIMIT_PER_MINUTE: '2', REDIS_URL: server.url });
    await until(() => alone.messages.length > 0);
    expect(await alone.statuses(3)).toEqual([200, 200, 429]);
    expect((await alone.get('/health/ready')).status).toBe(200);
    await server.start();
    await until(() => alone.messages.length > 1);
    expect(await alone.statuses(3)).toEqual([200, 200, 429]);
    expect(await client(server.url).keys('*127.0.0.1*')).toHaveLength(1);
  });

  test('a hanging Redis counts as unavailable', async () => {
    const server = await startRedis();
    const redis = client(server.url);
    const hung = await connected(server.url, 2, redis);
    process.kill(server.pid, 'SIGSTOP');
    // Answered while it hangs.
    expect(await hung.statuses(3)).toEqual([200, 200, 429]);
    await until(() => hung.messages.length > 0);
    expect(hung.messages).toEqual(['Redis is out of reach: this node counts requests by itself']);
    process.kill(server.pid, 'SIGCONT');
  });
});

describe('the address of the service in answers', () => {
  const base = { RATE_LIMIT_PER_MINUTE: '0' };
  const trusting = { ...base, TRUST_PROXY: '127.0.0.0/8' };
  beforeAll(async () => {
    for (const title of ['a', 'b']) await team.post('/deals', { title });
  });

  /** The link to the next page of a list, and the servers of both documents. */
  const publicUrls = async ({ get }: Node, headers: Record<string, string> = {}) => {
    const list = await get('/api/v1/deals/?limit=1&status=ativo', { headers });
    expect(list.status).toBe(200);
    const [, next = ''] = /^<(.*)>; rel="next"$/.exec(String(list.headers.link)) ?? [];
    const [path, query] = next.split('?');
    const { page, after } = Object.fromEntries(new URLSearchParams(query));
    expect([page, String(after).length > 20]).toEqual(['2', true]);
    const servers = await Promise.all(
      ['/api/openapi.json', '/api/panel/openapi.json'].map(async (at) => {
        const { body } = await get(at, { headers });
        return (body.servers as { url: string }[]).map(({ url }) => url);
      }),
    );
    return { list: path, servers: servers.flat() };
  };
  const at = (origin: string) => ({
    list: `${origin}/api/v1/deals`,
    servers: [`${origin}/api`, `${origin}/api`],
  });
  const unknown = { list: '', servers: ['/api', '/api'] };

  test('is PUBLIC_URL, regardless of the request', async () => {
    const named = await node({ ...trusting, PUBLIC_URL: 'https://pauta.example.com/agency/' });
    const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' };
    expect(await publicUrls(named, headers)).toEqual(at('https://pauta.example.com/agency'));
  });

  test('is the requested host otherwise; another one only from a trusted proxy', async () => {
    const [alone, behind] = [await node(base), await node(trusting)];
    expect(await publicUrls(alone)).toEqual(at(`http://127.0.0.1:${alone.port}`));
    expect(await publicUrls(alone, { host: '[::1]:80' })).toEqual(at('http://[::1]:80'));
    const forwarded = { 'x-forwarded-host': 'pauta.example.com' };
    expect(await publicUrls(alone, forwarded)).toEqual(at(`http://127.0.0.1:${alone.port}`));
    const secure = { ...forwarded, 'x-forwarded-proto': 'https' };
    expect(await publicUrls(behind, secure)).toEqual(at('https://pauta.example.com'));
    const chained = {
      'x-forwarded-host': 'a.example, b.example',
      'x-forwarded-proto': 'http,https',
    };
    expect(await publicUrls(behind, chained)).toEqual(at('https://b.example'));
  });

  test('is absent if it would be a guess: then links are relative to the request', async () => {
    const [alone, behind] = [await node(base), await node(trusting)];
    // An unknown proxy may terminate https: a link with http would send the key in plain text.
    expect(await publicUrls(alone, { 'x-forwarded-proto': 'https' })).toEqual(unknown);
    for (const host of ['a">;b', 'a,b', 'a:b', '[a'])
      expect(await publicUrls(alone, { host }), host).toEqual(unknown);
    expect(await publicUrls(behind, { 'x-forwarded-host': 'a>; rel="next"' })).toEqual(unknown);
    expect(await publicUrls(behind, { 'x-forwarded-proto': 'ftp' })).toEqual(unknown);
  });

  test('is the same if the request names its host in its target too', async () => {
    const { port } = await node(base);
    const socket = connect(port, '127.0.0.1');
    closing.push(async () => socket.destroy());
    const head = `Host: a.example\r\nAuthorization: Bearer ${team.key}\r\nConnection: close`;
    socket.write(`GET http://b.example/api/v1/deals?limit=1 HTTP/1.1\r\n${head}\r\n\r\n`);
    const answer = await text(socket);
    expect(answer).toMatch(/^link: <http:\/\/a\.example\/api\/v1\/deals\?/m);
  });

  test('an address with a trailing slash is the one without, for every method', async () => {
    const { get } = await node(base);
    const made = await get('/api/v1/deals/', {
      method: 'POST',
      body: { title: 'c' },
      headers: { 'idempotency-key': 'slash' },
    });
    const again = await get('/api/v1/deals', {
      method: 'POST',
      body: { title: 'c' },
      headers: { 'idempotency-key': 'slash' },
    });
    expect([made.status, again.headers['idempotency-replayed']]).toEqual([201, 'true']);
    const item = `/api/v1/deals/${String((made.body.data as { id: string }).id)}`;
    expect((await get(`${item}/`)).body).toEqual(made.body);
    expect((await get(`${item}/`, { method: 'PUT', body: { title: 'd' } })).status).toBe(200);
    expect((await get(`${item}/`, { method: 'HEAD' })).status).toBe(200);
    expect((await get(`${item}/`, { method: 'DELETE' })).status).toBe(200);
    expect((await get('/api/openapi.json/')).status).toBe(200);
    // A missing id never makes an operation apply to all records.
    const all = await get('/api/v1/deals/', { method: 'DELETE' });
    expect([all.status, all.headers.allow]).toEqual([405, 'GET, HEAD, POST']);
    expect((await get('/api/v1/deals//')).status).toBe(404);
  });
});

describe('a key with a separate limit', () => {
  const limited = async (perMinute: number) => {
    const options = { name: 'Limited', scope: 'full', userId: null, expiresAt: null } as const;
    return (await createKey(service.database.platform, team.id, { ...options, perMinute })).api_key;
  };

  test('is counted along with its address: the stricter limit is reported, and applies', async () => {
    const key = await limited(3);
    const { get } = await node({ RATE_LIMIT_PER_MINUTE: '5' });
    const ask = async (apiKey = key) => {
      const reply = await get('/api/v1/projects', { key: apiKey });
      return [reply.status, reply.headers['ratelimit-policy'], left(reply).remaining];
    };
    const { body } = await get('/api/v1/me', { key });
    expect(body).toMatchObject({ data: { rate_limit: { limit: 3, window_seconds: 60 } } });
    expect([await ask(), await ask()]).toEqual([
      [200, '"key";q=3;w=60', 1],
      [200, '"key";q=3;w=60', 0],
    ]);
    const refused = await get('/api/v1/projects', { key });
    expect([refused.status, refused.headers['ratelimit-policy']]).toEqual([429, '"key";q=3;w=60']);
    expect(refused.body).toEqual({
      success: false,
      error: { code: 'RATE_LIMITED', message: expect.stringContaining('3 requests a minute') },
    });
    expect(Number(refused.headers['retry-after'])).toBe(left(refused).seconds);
    // Refused requests count for the address like all others; its limit is checked before the key.
    const unlimited = await get('/api/v1/me', { key: team.key });
    expect(unlimited.body).toMatchObject({ data: { rate_limit: { limit: 5 } } });
    expect(left(unlimited).remaining).toBe(0);
    expect(await ask()).toEqual([429, '"default";q=5;w=60', 0]);
    expect(await ask('x')).toEqual([429, '"default";q=5;w=60', 0]);
  });

  test('counts from every address, and also if addresses are not counted', async () => {
    const [one, otherNode] = [await limited(2), await limited(2)];
    const { get } = await node({ RATE_LIMIT_PER_MINUTE: '0', TRUST_PROXY: '127.0.0.0/8' });
    const ask = async (key: string, address: string) =>
      (await get('/api/v1/projects', { key, headers: { 'x-forwarded-for': address } })).status;
    expect(await ask(one, '203.0.113.1')).toBe(200);
    expect(await ask(one, '203.0.113.2')).toBe(200);
    expect(await ask(one, '203.0.113.3')).toBe(429);
    // Equal limits are counted separately.
    expect(await ask(otherNode, '203.0.113.3')).toBe(200);
    expect(await ask(team.key, '203.0.113.3')).toBe(200);
  });
});

describe('/.well-known/security.txt', () => {
  const path = '/.well-known/security.txt';

  test('names the contact, and expires half a year from today; needs no key and is uncounted', async () => {
    const { get } = await node({
      SECURITY_CONTACT: 'mailto:security@example.com,https://example.com/security',
      RATE_LIMIT_PER_MINUTE: '1',
    });
    for (let i = 0; i < 3; i += 1) {
      const reply = await get(path, { headers: { authorization: '' } });
      expect(reply.status).toBe(200);
      expect(reply.headers['content-type']).toBe('text/plain; charset=utf-8');
      const [first, second, expires = '', end, ...more] = reply.text.split('\n');
      expect([first, second, end, more]).toEqual([
        'Contact: mailto:security@example.com',
        'Contact: https://example.com/security',
        '',
        [],
      ]);
      const [, until = ''] = /^Expires: (\d{4}-\d\d-\d\dT00:00:00\.000Z)$/.exec(expires) ?? [];
      const days = (Date.parse(until) - Date.now()) / 86_400_000;
      expect(days).toBeGreaterThan(178);
      expect(days).toBeLessThan(181);
    }
  });

  test('does not exist without a contact', async () => {
    const reply = await (await node()).get(path);
    expect([reply.status, reply.body]).toEqual([
      404,
      { success: false, error: { code: 'NOT_FOUND', message: expect.any(String) } },
    ]);
  });
});

test('the allowed addresses of a key apply to the client address from a proxy', async () => {
  const options = { name: 'Office', scope: 'full', userId: null, expiresAt: null } as const;
  const { api_key: key } = await createKey(service.database.platform, team.id, {
    ...options,
    allowFrom: ['203.0.113.0/24'],
  });
  const trusting = await node({ TRUST_PROXY: '127.0.0.0/8' });
  const wary = await node();
  const ask = async ({ get }: Node, address: string) =>
    (await get('/api/v1/projects', { key, ...forwarded(address) })).status;
  expect(await ask(trusting, '203.0.113.7')).toBe(200);
  expect(await ask(trusting, '198.51.100.7')).toBe(401);
  expect(await ask(trusting, 'nonsense')).toBe(401);
  // An address that a client writes itself is not trusted.
  expect(await ask(trusting, '203.0.113.7, 198.51.100.7')).toBe(401);
  expect(await ask(wary, '203.0.113.7')).toBe(401);
});
