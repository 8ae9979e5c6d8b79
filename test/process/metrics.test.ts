import { connect, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newKey } from '#server/platform/api-key.ts';
import { freePort, isListening, type Reply, type Request, request } from '#test/support/http.ts';
import {
  cleanUp,
  connectTo,
  type LogLine,
  newDatabase,
  onDatabase,
  type Service,
  serve,
} from '#test/support/processes.ts';
import { eventually, until } from '#test/support/wait.ts';

/* Metrics and log lines of a running service, at the most verbose log level. */

const key = newKey();
let service: Service;
let metricsPort: number;
let client: Awaited<ReturnType<typeof connectTo>>;

beforeAll(async () => {
  const connection = await newDatabase('empty');
  client = await connectTo(connection);
  metricsPort = await freePort();
  service = await serve({
    ...onDatabase(connection),
    BOOTSTRAP_API_KEY: key,
    HOST: '0.0.0.0',
    METRICS_PORT: String(metricsPort),
    RATE_LIMIT_PER_MINUTE: '0',
    LOG_LEVEL: 'trace',
  });
});

afterAll(cleanUp);

const call = (path: string, options: Request = {}) =>
  request(`${service.origin}${path}`, { key, ...options });

/** Log line of an answer. */
const lineOf = (reply: Reply): Promise<LogLine> =>
  eventually(() => {
    const lines = service.log().filter((line) => line.request_id === reply.headers['x-request-id']);
    const line = lines.find(({ msg }) => msg === 'request');
    if (!line) throw new Error(`no line for ${String(reply.headers['x-request-id'])}`);
    expect(lines.filter(({ msg }) => msg === 'request')).toHaveLength(1);
    return line;
  });

interface Sample {
  readonly name: string;
  readonly labels: Record<string, string>;
  readonly value: number;
}

/** Samples of Prometheus's text format; throws on an invalid line. */
function samplesOf(text: string): Sample[] {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => {
    const [, name, labels = '', value] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (name === undefined) throw new Error(`no sample: ${line}`);
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)",?/g)].map(
      (pair) => [pair[1], pair[2]] as const,
    );
    return {
      name,
      labels: Object.fromEntries(pairs) as Record<string, string>,
      value: Number(value),
    };
  });
}

const histogram = 'pauta_http_request_duration_seconds';

/** Number of requests by method, route and status. */
function countsOf(text: string): Record<string, number> {
  const counts = samplesOf(text).filter(({ name }) => name === `${histogram}_count`);
  return Object.fromEntries(
    counts.map(({ labels: { method, route, status }, value }) => [
      `${method} ${route} ${status}`,
      value,
    ]),
  );
}

const scrape = (port: number) => request(`http://127.0.0.1:${port}/metrics`);

describe('metrics', () => {
  test('requests are counted by method, route and status, as Prometheus reads them', async () => {
    const { data } = await call('/api/v1/projects', { method: 'POST', body: { name: 'Medido' } });
    const item = `/api/v1/projects/${data.id}`;
    const before = countsOf((await scrape(metricsPort)).text);
    for (let i = 0; i < 3; i++) await call(item);
    await call('/api/v1/projects?search=medido&limit=5');
    await call(`/api/v1/projects/${uuidv7()}`);
    await call('/api/v1/projects', { method: 'POST', body: {} });
    await call(item, { method: 'PUT', body: { name: 'Medida' } });
    await call(item, { key: 'wrong' });
    await call('/api/v1/some/other/path');
    await call('/health/live');

    const expected = {
      'GET /api/v1/projects/:id 200': 3,
      'GET /api/v1/projects 200': 1,
      'GET /api/v1/projects/:id 404': 1,
      'POST /api/v1/projects 400': 1,
      'PUT /api/v1/projects/:id 200': 1,
      'GET /api/v1/projects/:id 401': 1,
      'GET unknown 404': 1,
      'GET /health/live 200': 1,
    };
    const reply = await eventually(async () => {
      const scraped = await scrape(metricsPort);
      const after = countsOf(scraped.text);
      const grown = Object.entries(after).map(
        ([name, count]) => [name, count - (before[name] ?? 0)] as const,
      );
      expect(Object.fromEntries(grown.filter(([, count]) => count > 0))).toEqual(expected);
      return scraped;
    });
    expect(reply.status).toBe(200);
    expect(reply.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(reply.text).toContain(`# TYPE ${histogram} histogram`);

    // A histogram: its buckets grow up to the count, in seconds.
    const labels = { method: 'GET', route: '/api/v1/projects/:id', status: '200' };
    const mine = samplesOf(reply.text).filter((sample) =>
      Object.entries(labels).every(([name, value]) => sample.labels[name] === value),
    );
    const buckets = mine.filter(({ name }) => name === `${histogram}_bucket`);
    const count = mine.find(({ name }) => name === `${histogram}_count`)?.value ?? 0;
    const sum = mine.find(({ name }) => name === `${histogram}_sum`)?.value ?? 0;
    expect(buckets.length).toBeGreaterThan(5);
    expect(buckets.map(({ value }) => value)).toEqual(
      [...buckets.map(({ value }) => value)].sort((a, b) => a - b),
    );
    expect(buckets.at(-1)).toMatchObject({ labels: { ...labels, le: '+Inf' }, value: count });
    expect(sum).toBeGreaterThan(0);
    // Seconds, not milliseconds: no request took longer than this process has run.
    expect(sum / count).toBeLessThan(process.uptime());

    // Patterns only: no id, no query, no caller's path.
    for (const text of [String(data.id), 'medido', 'some/other', key.slice(6)])
      expect(reply.text).not.toContain(text);
  });

  test('are on a separate port and path, on loopback', async () => {
    expect((await request(`http://127.0.0.1:${metricsPort}/`)).status).toBe(404);
    expect((await request(`http://127.0.0.1:${metricsPort}/api/v1/projects`, { key })).status).toBe(
      404,
    );
    expect((await call('/metrics')).status).toBe(404);
    // The service itself listens on all addresses here.
    const elsewhere = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ family, internal }) => family === 'IPv4' && !internal)
      .map(({ address }) => address);
    const { port } = new URL(service.origin);
    for (const address of ['127.0.0.2', ...elsewhere]) {
      expect({ address, listens: await isListening(metricsPort, address) }).toEqual({
        address,
        listens: false,
      });
      expect({ address, listens: await isListening(Number(port), address) }).toEqual({
        address,
        listens: true,
      });
    }
  });

  test('include the waiting work of workers, and the delay of due work', async () => {
    const insert = (due: string, claimed: string) =>
      client.query(`
        insert into deliveries (team_id, webhook_id, id, event, record_id, next_attempt_at, claimed_until, created_at)
        select id, uuid7(), uuid7(), 'deal.created', uuid7(), now() + interval '${due}', now() + interval '${claimed}', now()
        from teams`);
    // One that waits for its time, and one that a worker has claimed.
    await insert('1 hour', '-1 hour');
    await insert('-1 hour', '1 hour');
    const { text } = await scrape(metricsPort);
    expect(text).toContain('pauta_waiting{queue="deliveries"} 2\n');
    expect(text).toContain('pauta_waiting{queue="workflow_runs"} 0\n');
    expect(text).toContain('pauta_overdue_seconds{queue="deliveries"} 0\n');
    await client.query('delete from deliveries');
  });

  test('listen elsewhere only if METRICS_HOST is set, and show if a worker is alive', async () => {
    const [port, ROLE] = [await freePort(), 'worker'];
    const env = { ...onDatabase(await newDatabase('migrated')), ROLE, METRICS_HOST: '127.0.0.2' };
    await serve({ ...env, METRICS_PORT: String(port) });
    const live = await request(`http://127.0.0.2:${port}/health/live`);
    expect([live.status, live.body]).toEqual([200, { status: 'live' }]);
    expect((await request(`http://127.0.0.2:${port}/metrics`)).text).toContain('pauta_waiting');
    const ready = await request(`http://127.0.0.2:${port}/health/ready`);
    expect([ready.status, ready.body]).toEqual([200, { status: 'ready' }]);
    expect(await isListening(port)).toBe(false);
  });

  test('combine several processes', async () => {
    const port = await freePort();
    const env = {
      ...onDatabase(await newDatabase('migrated')),
      METRICS_PORT: String(port),
      WORKERS: '2',
    };
    const many = await serve(env);
    const served = () =>
      many.log().flatMap((line) => (line.route === '/health/live' ? [line.pid] : []));
    let sent = 0;
    const knock = async () => {
      expect((await request(`${many.origin}/health/live`)).status).toBe(200);
      sent += 1;
    };
    while (new Set(served()).size < 2) await knock();
    for (let i = 0; i < 10; i++) await knock();
    await until(() => served().length === sent);
    await eventually(async () => {
      const { status, text } = await scrape(port);
      expect(status).toBe(200);
      expect(countsOf(text)).toEqual({ 'GET /health/live 200': sent });
    });

    const ready = () => request(`http://127.0.0.1:${port}/health/ready`);
    expect((await ready()).body).toEqual({ status: 'ready' });

    // With one of them dead, the others still report.
    process.kill(served()[0] ?? Number.NaN, 'SIGKILL');
    await until(() => many.log().some(({ msg }) => msg.includes('starting another')));
    await eventually(async () => expect((await scrape(port)).status).toBe(200));
    expect((await ready()).status).toBe(200);
  });

  test('health on the same port answers while any number of clients connect to the service, and while it stops', async () => {
    const port = await freePort();
    const env = { ...onDatabase(await newDatabase('migrated')), METRICS_PORT: String(port) };
    const crowded = await serve(env);
    const sockets: Socket[] = [];
    // In waves: a burst would overflow the kernel's queue. Each is answered, or it would be closed after ten seconds.
    const join = () =>
      new Promise<void>((resolve) => {
        const socket = connect(Number(new URL(crowded.origin).port), '127.0.0.1');
        sockets.push(socket);
        socket.on('error', () => {}).once('close', resolve);
        socket.once('data', () => resolve()).write('GET /health/live HTTP/1.1\r\nhost: a\r\n\r\n');
      });
    const isCrowded = () => crowded.stdout().includes('too many connections');
    while (!isCrowded() && sockets.length < 3_000)
      await Promise.all(Array.from({ length: 100 }, join));
    await until(isCrowded);
    const ask = (path: string) => request(`http://127.0.0.1:${port}/health/${path}`);
    for (const path of ['live', 'ready']) expect((await ask(path)).status).toBe(200);
    const stopped = crowded.stop();
    await eventually(async () => {
      expect((await ask('ready')).body).toEqual({
        status: 'unavailable',
        reason: 'the service is stopping',
      });
    });
    expect((await ask('live')).status).toBe(200);
    for (const socket of sockets) socket.destroy();
    expect((await stopped).status).toBe(0);
  });
});

describe('a log line', () => {
  const common = {
    level: 30,
    time: expect.stringMatching(/Z$/),
    pid: expect.any(Number),
    msg: 'request',
  };

  test('describes every request: key, team, route, outcome and duration', async () => {
    const { data } = await call('/api/v1/clients', {
      method: 'POST',
      body: { type: 'PF', name: 'Lina' },
    });
    const cases: [path: string, options: Request, line: object][] = [
      [
        '/api/v1/clients',
        {},
        { team: 'my-agency', method: 'GET', route: '/api/v1/clients', status: 200 },
      ],
      [
        `/api/v1/clients/${data.id}`,
        {},
        { team: 'my-agency', method: 'GET', route: '/api/v1/clients/:id', status: 200 },
      ],
      [
        `/api/v1/clients/${uuidv7()}`,
        { method: 'DELETE' },
        { team: 'my-agency', method: 'DELETE', route: '/api/v1/clients/:id', status: 404 },
      ],
      [
        '/api/v1/clients',
        { method: 'POST', body: {} },
        { team: 'my-agency', method: 'POST', route: '/api/v1/clients', status: 400 },
      ],
      [
        '/api/v1/clients',
        { key: 'wrong' },
        { method: 'GET', route: '/api/v1/clients', status: 401 },
      ],
      ['/api/v1/nowhere', {}, { team: 'my-agency', method: 'GET', route: 'unknown', status: 404 }],
      ['/health/ready', {}, { method: 'GET', route: '/health/ready', status: 200 }],
      ['/nowhere', {}, { method: 'GET', route: 'unknown', status: 404 }],
    ];
    const answers: { reply: Reply; expected: object }[] = [];
    for (const [path, options, expected] of cases) {
      answers.push({ reply: await call(path, options), expected });
    }
    for (const { reply, expected } of answers) {
      const line = await lineOf(reply);
      expect(line).toEqual({
        ...common,
        ...expected,
        request_id: reply.headers['x-request-id'],
        duration_ms: expect.any(Number),
      });
      expect(line.pid).toBe(service.pid);
    }
  });

  test('gives the reason for a failing database, such as a full disk', async () => {
    await client.query(`
      create function pg_temp.full() returns trigger language plpgsql as
        $$ begin raise 'could not extend file: No space left on device' using errcode = '53100'; end $$;
      create trigger full_disk before insert on projects execute function pg_temp.full()`);
    try {
      const body = { name: 'Cheio' };
      expect((await call('/api/v1/projects', { method: 'POST', body })).status).toBe(503);
    } finally {
      await client.query('drop trigger full_disk on projects');
    }
    const warning = { msg: 'the database did not serve a request', level: 40 };
    await until(() => service.log().some((line) => line.msg === warning.msg));
    expect(service.log().find((line) => line.msg === warning.msg)).toMatchObject({
      ...warning,
      reason: 'could not extend file: No space left on device',
    });
  });

  test('every line of the log is JSON', async () => {
    const stdout = service.stdout();
    const lines = stdout.slice(0, stdout.lastIndexOf('\n')).split('\n');
    const greeting = lines
      .filter((line) => !line.startsWith('{'))
      .filter((line) => line.trim() !== '');
    // Except for the greeting of the first start.
    expect(greeting.join('\n')).toMatch(/^ {2}Pauta is running at[^{}]*$/);
    for (const line of service.log()) {
      expect(line).toMatchObject({
        level: expect.any(Number),
        time: expect.any(String),
        msg: expect.any(String),
      });
    }
  });

  test("has the caller's id if it is valid, and so does the answer", async () => {
    const paths = [
      '/api/v1/projects',
      '/api/v1/nowhere',
      '/nowhere',
      '/health/live',
      '/health/live',
    ];
    const ids = ['a', '0', '_-_', 'Az-09_', 'x'.repeat(64)];
    const replies = await Promise.all(
      ids.map((id, i) => call(paths[i] ?? '/', { headers: { 'x-request-id': id } })),
    );
    expect(replies.map(({ headers }) => headers['x-request-id'])).toEqual(ids);
    const lines = await Promise.all(replies.map(lineOf));
    expect(lines.map((line) => line.request_id)).toEqual(ids);
  });

  test('has a generated id if the caller gives none, or an invalid one', async () => {
    const badIds = [
      ...['', ' ', 'a b', 'a.b', 'a/b', 'a\tb', 'a"b', '{"a":1}', '\u00e9', '$(id)', 'a,b'],
      ...['x'.repeat(65), 'x'.repeat(5_000)],
    ];
    const headers = [
      {},
      { 'x-request-id': ['one', 'two'] },
      ...badIds.map((id) => ({ 'x-request-id': id })),
    ];
    const replies = await Promise.all(
      headers.map((each, i) => call(i % 2 ? '/nowhere' : '/api/v1/projects', { headers: each })),
    );
    const made = replies.map((reply) => String(reply.headers['x-request-id']));
    for (const id of made) expect(id).toMatch(/^[A-Za-z0-9_-]{16,64}$/);
    expect(new Set([...made, ...badIds, 'one', 'two']).size).toBe(made.length + badIds.length + 2);
    const lines = await Promise.all(replies.map(lineOf));
    expect(lines.map((line) => line.request_id)).toEqual(made);
  });

  test('never holds a key, a query or a body’s content, whatever fails', async () => {
    const secret = 'segredo-guardado';
    const wrong = newKey();
    const body = { name: secret, description: secret };
    // A constraint unknown to the service: an unexpected error, which contains the row.
    await client.query(`alter table projects add constraint sabotage check (name <> 'inesperado')`);
    const requests: [status: number, path: string, options?: Request][] = [
      [200, `/api/v1/projects?search=${secret}`],
      [400, `/api/v1/projects?${secret}=1`],
      [400, `/api/v1/projects?status=${secret}`],
      [404, `/api/v1/projects/${secret}`],
      [404, `/api/v1/${secret}`],
      [404, `/${secret}`],
      [400, `/api/v1/projects?api_key=${key}`],
      [400, `/api/v1/projects?${encodeURIComponent(key).replace('_', '%5f')}`],
      [400, `/api/v1/projects/${uuidv7()}?key=${key}`, { method: 'PUT', body }],
      [401, `/api/v1/projects?api_key=${wrong}`, { key: wrong }],
      [404, `/api/v1/nowhere?api_key=${wrong}&q=${secret}`],
      [404, `/nowhere?api_key=${wrong}&q=${secret}`],
      [404, `/api/hooks/my-agency/nowhere?secret=${wrong}&q=${secret}`, { method: 'POST', body }],
      [401, `/api/gateways/my-agency/${uuidv7()}?hub.verify_token=${secret}`],
      [200, `/health/live?api_key=${wrong}&q=${secret}`],
      [200, `/api/openapi.json?api_key=${wrong}&q=${secret}`],
      [200, `/reference/?api_key=${wrong}&q=${secret}`],
      [401, '/api/v1/projects', { key: wrong }],
      [401, '/api/v1/projects', { key: secret }],
      [401, '/api/v1/projects', { headers: { authorization: `Basic ${secret}` } }],
      [201, '/api/v1/projects', { method: 'POST', body, headers: { 'idempotency-key': secret } }],
      [422, '/api/v1/projects', { method: 'POST', body: { ...body, slug: secret } }],
      [400, '/api/v1/projects', { method: 'POST', body: { ...body, [secret]: 1 } }],
      [400, '/api/v1/projects', { method: 'POST', raw: `{"name": "${secret}` }],
      [404, '/api/v1/projects', { method: 'POST', body: { ...body, client_id: uuidv7() } }],
      [413, '/api/v1/projects', { method: 'POST', body: { name: secret.repeat(70_000) } }],
      [
        415,
        '/api/v1/projects',
        { method: 'POST', body, headers: { 'content-type': 'text/plain' } },
      ],
      [500, '/api/v1/projects', { method: 'POST', body: { ...body, name: 'inesperado' } }],
    ];
    const replies: Reply[] = [];
    for (const [status, path, options] of requests) {
      const reply = await call(path, options);
      expect({ path, options, status: reply.status }).toEqual({ path, options, status });
      replies.push(reply);
    }
    await Promise.all(replies.map(lineOf));

    // An unexpected error: the caller gets only the id, under which the log has the cause.
    const unexpected = replies.at(-1) as Reply;
    expect(unexpected.body).toEqual({
      success: false,
      error: { code: 'INTERNAL_ERROR', message: expect.any(String) },
    });
    expect(unexpected.error.message).not.toMatch(/sabotage|constraint|projects|segredo/);
    const id = unexpected.headers['x-request-id'];
    const errors = service.log().filter((line) => line.request_id === id && line.level >= 50);
    expect(JSON.stringify(errors)).toContain('sabotage');

    // Bytes that are not HTTP.
    await new Promise<void>((resolve) => {
      const socket = connect(Number(new URL(service.origin).port), '127.0.0.1', () => {
        socket.end(`${secret} /${secret} HTTP/1.1\r\n${secret}\r\n\r\n`);
      });
      socket.resume().once('close', () => resolve());
    });

    const scraped = (await scrape(metricsPort)).text;
    const { stdout, stderr } = await service.stop();
    expect(stderr).toBe('');
    const lines = [...stdout.split('\n'), ...scraped.split('\n')];
    for (const hidden of [secret, encodeURIComponent(secret), key.slice(6), wrong.slice(6)]) {
      expect(lines.filter((line) => line.includes(hidden))).toEqual([]);
    }
    expect(replies.filter(({ text }) => text.includes(key) || text.includes(wrong))).toEqual([]);
  });
});
