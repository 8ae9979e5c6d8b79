import * as fs from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { newKey } from '#server/platform/api-key.ts';
import type { Json } from '#test/support/harness.ts';
import { freePort, isListening, type Reply, type Request, request } from '#test/support/http.ts';
import {
  cleanUp,
  connectEmbedded,
  connectTo,
  copyDataDir,
  type Ended,
  isRunning,
  newDatabase,
  newDirectory,
  npmStart,
  occupyPort,
  onDatabase,
  pauta,
  postmaster,
  refusal,
  removeDirectory,
  type Service,
  serve,
  serveByOlderNode,
} from '#test/support/processes.ts';
import { eventually, until } from '#test/support/wait.ts';

/* The service as `npm start` runs it: processes, signals, and databases. */

afterEach(cleanUp);
afterAll(async () => {
  if (before) await removeDirectory((await before).dataDir);
});

/** The key in the output of a first start. */
const keyIn = (text: string) => /pauta_[0-9A-Za-z]{38}/.exec(text)?.[0] ?? '';

/** The key printed by one of these services, in the last lines of the start. */
async function printedKey(...services: Service[]): Promise<string> {
  const printed = () => keyIn(services.map((service) => service.stdout()).join('\n'));
  await until(() => printed() !== '');
  return printed();
}

const projects = (service: Service) => `${service.address}/v1/projects`;

/** Creates a project. @returns its address and the project */
async function makeProject(service: Service, key: string): Promise<{ url: string; data: Json }> {
  const { status, data } = await request(projects(service), {
    method: 'POST',
    key,
    body: { name: 'Peça' },
  });
  expect(status).toBe(201);
  return { url: `${projects(service)}/${data.id}`, data };
}

/** A PUT that waits for a lock, until release() is called. */
async function heldRequest(client: pg.Client, url: string, key: string, agent?: Agent) {
  await client.query('begin');
  await client.query('lock table projects in access exclusive mode');
  const answer = request(url, {
    method: 'PUT',
    key,
    body: { name: 'Outra' },
    ...(agent ? { agent } : {}),
  });
  // A rejection is handled by the code that awaits the answer.
  answer.catch(() => {});
  await until(async () => {
    // Not pg_stat_activity, which a transaction reads only once.
    const { rows } = await client.query(
      `select 1 from pg_locks l join pg_database d on d.oid = l.database where datname = current_database() and not granted`,
    );
    return rows.length > 0;
  });
  return {
    answer,
    async release(): Promise<Reply> {
      await client.query('rollback');
      return answer;
    },
  };
}

/** Expects a refusal in one line, and no other output of a start. */
function expectRefused({ status, stdout, stderr }: Ended): string {
  const isReady = stdout.includes('Pauta is ready');
  expect({ status, isReady }, stdout + stderr).toEqual({ status: 1, isReady: false });
  expect(stderr).toMatch(/^pauta: [^\n]+\n$/);
  return stderr;
}

/** A DATA_DIR that was used by a service, and its key; created once, copied for each test. */
let before: Promise<{ dataDir: string; key: string }> | undefined;
function prepared(): { DATA_DIR: Promise<string>; key: Promise<string> } {
  before ??= (async () => {
    const dataDir = newDirectory('kept');
    const { stdout } = await pauta(['team', 'create', 'Antes', '--json'], { DATA_DIR: dataDir });
    return { dataDir, key: keyIn(stdout) };
  })();
  const made = before;
  return {
    DATA_DIR: made.then(({ dataDir }) => copyDataDir(dataDir)),
    key: made.then(({ key }) => key),
  };
}

describe('starting', () => {
  test.each([
    ['its listening address', undefined],
    ['at PUBLIC_URL', 'https://pauta.example.com'],
  ])(
    'the links of the first start and of the command line lead to one host: %s',
    async (_, publicUrl) => {
      const env = {
        DATA_DIR: newDirectory(),
        PORT: String(await freePort()),
        ...(publicUrl && { PUBLIC_URL: publicUrl }),
      };
      const service = await serve(env);
      await until(() => service.stdout().includes('Owner'));
      const [, first = ''] = /Owner +(\S+)/.exec(service.stdout()) ?? [];
      const made = await pauta(['user', 'link', 'a@example.com', '--role', 'owner', '--json'], env);
      expect(made.stderr).toBe('');
      expect(new URL(String(JSON.parse(made.stdout).link)).origin).toBe(new URL(first).origin);
      const demo = await pauta(['demo', '--team', 'my-agency'], env);
      expect(demo.stdout).toContain(`${new URL(first).origin}/reset#`);
      const api = publicUrl ?? `http://127.0.0.1:${env.PORT}`;
      expect(demo.stdout).toContain(`curl '${api}/api/v1/clients`);
    },
  );

  test('the first start prints the address, the key and a working curl line; a later one finds the data', async () => {
    const DATA_DIR = newDirectory();
    const first = await serve({ DATA_DIR });
    const key = await printedKey(first);
    expect((await request(projects(first), { key })).status).toBe(200);

    expect(first.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api$/);
    const greeting = first
      .stdout()
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('{'));
    expect(greeting.join('\n')).toContain(first.address);
    expect(greeting.join('\n')).toContain('My agency');
    const [, url = '', , header = ''] =
      /curl (\S+) -H (['"])(.+)\2/.exec(greeting.join('\n')) ?? [];
    const [name = '', value] = header.split(': ');
    expect((await request(url, { headers: { [name]: value } })).body).toMatchObject({
      success: true,
      data: [],
    });
    const { data } = await makeProject(first, key);
    expect(await first.stop()).toMatchObject({ status: 0, stderr: '' });
    expect(postmaster(DATA_DIR)).toBeUndefined();

    // Shown once: to people, never in the log, nor stored in a file.
    expect(first.stdout().split(key)).toHaveLength(3);
    for (const line of first.log()) expect(JSON.stringify(line)).not.toContain('pauta_');
    expect(fs.readFileSync(join(DATA_DIR, 'postgres.log'), 'utf8')).not.toContain('pauta_');
    expect(fs.statSync(join(DATA_DIR, 'secret.key')).mode & 0o777).toBe(0o600);
    expect(
      Buffer.from(fs.readFileSync(join(DATA_DIR, 'secret.key'), 'utf8'), 'base64'),
    ).toHaveLength(32);

    const later = await serve({ DATA_DIR, BOOTSTRAP_API_KEY: newKey() });
    expect((await request(projects(later), { key })).body.data).toEqual([data]);
    expect((await later.stop()).status).toBe(0);
    expect(later.stdout()).not.toContain('pauta_');
    expect(later.stdout()).not.toContain('My agency');
  });

  test('BOOTSTRAP_API_KEY is the key of the first team, and is never printed', async () => {
    const connection = await newDatabase('empty');
    const [key, otherKey] = [newKey(), newKey()];
    const env = { ...onDatabase(connection), LOG_LEVEL: 'trace' };
    const first = await serve({ ...env, BOOTSTRAP_API_KEY: key });
    const { url } = await makeProject(first, key);
    await request(`${url}?key=${key}`, { key });
    const ended = await first.stop();
    expect(ended.status).toBe(0);
    expect(ended.stdout).toContain(`Pauta is running at ${first.address}`);
    expect(ended.stdout).toMatch(/curl .*\$BOOTSTRAP_API_KEY/);
    expect(ended.stdout + ended.stderr).not.toContain(key.slice(6));

    // On a database with a team, it creates none.
    const later = await serve({ ...env, BOOTSTRAP_API_KEY: otherKey });
    expect((await request(projects(later), { key: otherKey })).status).toBe(401);
    expect((await request(projects(later), { key })).status).toBe(200);
    const client = await connectTo(connection);
    expect((await client.query('select name, slug from teams')).rows).toEqual([
      { name: 'My agency', slug: 'my-agency' },
    ]);
    // Written during the stop: the key was used.
    expect(
      (await client.query('select 1 from api_keys where last_used_at is not null')).rowCount,
    ).toBe(1);
  });

  test('another service on the same DATA_DIR is refused in one line', async () => {
    const { DATA_DIR, key } = prepared();
    const first = await serve({ DATA_DIR: await DATA_DIR });
    const line = expectRefused(await refusal({ DATA_DIR: await DATA_DIR }));
    expect(line).toContain(await DATA_DIR);
    expect(line).toContain(String(first.pid));
    expect((await request(projects(first), { key: await key })).status).toBe(200);
  });

  test('a wrong variable is reported in one line, with its value and the allowed values', async () => {
    const database = onDatabase(await newDatabase('migrated'));
    const short = Buffer.alloc(31, 7).toString('base64');
    const [port, role, secret, missing] = await Promise.all([
      refusal({ PORT: 'http' }),
      refusal({ ROLE: 'both' }),
      refusal({ ...database, SECRET_KEY: short }),
      refusal({ ...database, SECRET_KEY: '' }),
    ]);
    expect(expectRefused(port)).toMatch(/PORT is "http"; allowed: .*0 to 65535/);
    expect(expectRefused(role)).toMatch(/ROLE is "both"; allowed: .*all, web, worker/);
    expect(expectRefused(secret)).toMatch(/SECRET_KEY .*allowed: base64 of 32 bytes/);
    expect(secret.stderr).not.toContain(short);
    expect(expectRefused(missing)).toMatch(
      /SECRET_KEY is not set.*DATABASE_URL.*base64 of 32 bytes/,
    );
    for (const { stdout } of [port, role, secret, missing]) expect(stdout).toBe('');
  });

  test('an address in use is reported in one line that names its variable', async () => {
    const database = onDatabase(await newDatabase('migrated'));
    const taken = String(await occupyPort());
    const [one, many, metrics, host, elsewhere] = await Promise.all([
      refusal({ ...database, PORT: taken }),
      refusal({ ...database, PORT: taken, WORKERS: '2' }),
      refusal({ ...database, METRICS_PORT: taken }),
      refusal({ ...database, HOST: '203.0.113.1' }),
      refusal({ ...database, METRICS_HOST: '203.0.113.1', METRICS_PORT: String(await freePort()) }),
    ]);
    expect(expectRefused(one)).toMatch(new RegExp(`^pauta: PORT .*${taken}`));
    expect(expectRefused(many)).toBe(one.stderr);
    expect(expectRefused(metrics)).toMatch(new RegExp(`^pauta: METRICS_PORT .*${taken}`));
    expect(expectRefused(host)).toMatch(/HOST.*203\.0\.113\.1|203\.0\.113\.1.*HOST/);
    expect(expectRefused(elsewhere)).toMatch(/METRICS_HOST 203\.0\.113\.1 and METRICS_PORT/);
  });

  test('a first start that fails on a port in use still shows the key', async () => {
    const DATA_DIR = newDirectory();
    const taken = String(await occupyPort());
    const ended = await refusal({ DATA_DIR, PORT: taken });
    expect(expectRefused(ended)).toContain(`PORT ${taken}`);
    const key = keyIn(ended.stdout);
    const service = await serve({ DATA_DIR });
    expect((await request(projects(service), { key })).status).toBe(200);
    expect(keyIn(service.stdout())).toBe('');
  });

  test('an unreachable database is reported in one line, without its password', async () => {
    const { SECRET_KEY } = onDatabase(await newDatabase('empty'));
    const urls = [
      `postgres://user:hidden@127.0.0.1:${await freePort()}/pauta`,
      `postgres://user:hidden@127.0.0.1:${await occupyPort('abrupt')}/pauta`,
      `postgres://user:hidden@127.0.0.1:${await occupyPort('silent')}/pauta`,
      `postgres://user:hidden@localhost/pauta?host=${newDirectory()}`,
    ];
    const endings = await Promise.all(
      urls.map((DATABASE_URL) => refusal({ DATABASE_URL, SECRET_KEY: SECRET_KEY ?? '' })),
    );
    for (const ended of endings) {
      expect(expectRefused(ended)).toMatch(/DATABASE_URL.*: \w/);
      expect(ended.stderr).not.toContain('hidden');
    }
  });
});

describe('stopping', () => {
  test('SIGTERM: unready at once, serving until load balancers have noticed; then the database stops too', async () => {
    const { DATA_DIR, key: made } = prepared();
    const [dataDir, key] = [await DATA_DIR, await made];
    const service = await serve({ DATA_DIR: dataDir });
    const { url } = await makeProject(service, key);
    const client = await connectEmbedded(dataDir);
    const server = postmaster(dataDir);
    expect(server).toBeDefined();
    // Keep-alive connections: with a request in flight, between requests, and idle.
    const keeping = () => new Agent({ keepAlive: true, maxSockets: 1 });
    const [busy, late, idle] = [keeping(), keeping(), keeping()];
    for (const agent of [busy, late, idle]) {
      const reply = await request(url, { key, agent });
      expect([reply.status, reply.headers.connection]).toEqual([200, 'keep-alive']);
    }
    const held = await heldRequest(client, url, key, busy);

    const ended = service.stop('SIGTERM');
    const isServed = async (path: string, status: number, options: Request = {}) => {
      const reply = await request(`${service.origin}${path}`, { key, ...options });
      expect([reply.status, reply.headers.connection]).toEqual([status, 'close']);
    };
    await until(async () => (await request(`${service.origin}/health/ready`)).status === 503);
    await isServed('/health/ready', 503);
    await isServed('/api/v1/deals', 200);
    await isServed('/api/v1/deals', 200, { agent: late });
    const { status, data, headers } = await held.release();
    expect([status, data.name, headers.connection]).toEqual([200, 'Outra', 'close']);
    // The idle connection stays open until then, and does not delay the end.
    expect(Object.values(idle.freeSockets).flat()).toEqual([
      expect.objectContaining({ destroyed: false, readableEnded: false }),
    ]);
    await client.end();
    expect(await ended).toMatchObject({ status: 0, signal: null, stderr: '' });
    expect(postmaster(dataDir)).toBeUndefined();
    expect(isRunning(server ?? 0)).toBe(false);
    expect(fs.readFileSync(join(dataDir, 'postgres.log'), 'utf8')).toContain(
      'database system is shut down',
    );
    idle.destroy();
  });

  test.each(['1', '2'])(
    'Ctrl-C after SIGTERM waits for nothing, with WORKERS=%s',
    async (WORKERS) => {
      const { DATA_DIR } = prepared();
      const service = await serve({ DATA_DIR: await DATA_DIR, WORKERS });
      const idle = new Agent({ keepAlive: true, maxSockets: 1 });
      const ready = `${service.origin}/health/ready`;
      expect((await request(ready, { agent: idle })).status).toBe(200);
      service.child.kill('SIGTERM');
      await until(async () => (await request(ready)).status === 503);
      service.child.kill('SIGINT');
      expect(await service.ended).toMatchObject({ status: 0, signal: null });
      idle.destroy();
    },
  );

  test('Ctrl-C, which reaches every process and several times, is a normal stop', async () => {
    const { DATA_DIR, key } = prepared();
    const dataDir = await DATA_DIR;
    const service = await serve({ DATA_DIR: dataDir, WORKERS: '2' });
    const { url } = await makeProject(service, await key);
    const client = await connectEmbedded(dataDir);
    const held = await heldRequest(client, url, await key);

    process.kill(-service.pid, 'SIGINT');
    await until(() =>
      service.log().some((line) => line.pid === service.pid && line.msg === 'stopping'),
    );
    process.kill(-service.pid, 'SIGINT');
    await until(async () => !(await isListening(Number(new URL(url).port))));
    expect((await held.release()).status).toBe(200);
    await client.end();
    expect(await service.ended).toMatchObject({ status: 0, signal: null, stderr: '' });
    expect(postmaster(dataDir)).toBeUndefined();
  });
});

test('SIGTERM to npm start, the only process that a supervisor knows, stops the service', async () => {
  const { DATA_DIR } = prepared();
  const dataDir = await DATA_DIR;
  const npm = npmStart({ DATA_DIR: dataDir });
  const hasLogged = (message: string) => npm.log().some((line) => line.msg === message);
  await until(() => hasLogged('Pauta is ready'));
  npm.child.kill('SIGTERM');
  await npm.ended;
  expect(hasLogged('stopped')).toBe(true);
  expect(postmaster(dataDir)).toBeUndefined();
});

describe('crashes', () => {
  test('kill -9 of the service: the next start joins the database that was left running', async () => {
    const { DATA_DIR, key } = prepared();
    const dataDir = await DATA_DIR;
    const first = await serve({ DATA_DIR: dataDir });
    const { data } = await makeProject(first, await key);
    const server = postmaster(dataDir);
    await first.stop('SIGKILL');
    expect(postmaster(dataDir)).toBe(server);

    const second = await serve({ DATA_DIR: dataDir });
    expect(postmaster(dataDir)).toBe(server);
    expect((await request(projects(second), { key: await key })).body.data).toEqual([data]);
    expect((await second.stop()).status).toBe(0);
    expect(postmaster(dataDir)).toBeUndefined();
  });

  test.each(['1', '2'])(
    'kill -9 of an older Node.js that started the service: it stops, WORKERS=%s',
    async (workers) => {
      const { DATA_DIR } = prepared();
      const dataDir = await DATA_DIR;
      const service = await serveByOlderNode({ DATA_DIR: dataDir, WORKERS: workers });
      const pids = service.log().map(({ pid }) => pid);
      expect(pids).not.toContain(service.pid);
      service.child.kill('SIGKILL');
      // Once its output has ended.
      await service.ended;
      expect(service.log().map(({ msg }) => msg)).toContain('stopped');
      await until(() => !pids.some(isRunning));
      expect(postmaster(dataDir)).toBeUndefined();
    },
  );

  test('kill -9 of the database: 503 while it is down, then service again automatically', async () => {
    const { DATA_DIR, key: made } = prepared();
    const [dataDir, key] = [await DATA_DIR, await made];
    const service = await serve({ DATA_DIR: dataDir, RATE_LIMIT_PER_MINUTE: '0' });
    const { url, data } = await makeProject(service, key);
    const kill = () => process.kill(postmaster(dataDir) ?? Number.NaN, 'SIGKILL');

    // While clients read and write all the time.
    const answers: Reply[] = [];
    let stopped = false;
    const client = async (i: number) => {
      for (let n = 0; !stopped; n++) {
        const answer = await [
          () => request(url, { key }),
          () => request(url, { method: 'PUT', key, body: { description: `${i} ${n}` } }),
          () =>
            request(projects(service), { method: 'POST', key, body: { name: `Peça ${i} ${n}` } }),
        ][n % 3]?.();
        if (answer) answers.push(answer);
      }
    };
    const clients = Promise.allSettled([client(1), client(2), client(3), client(4)]);
    await until(() => answers.length > 20);
    kill();
    const since = answers.length;
    await until(() => answers.slice(since).some(({ status }) => status === 503));
    await until(() => answers.slice(-12).every(({ status }) => status < 300));

    // Its files are also moved away, so that it stays down during the check.
    const files = join(dataDir, 'postgres');
    fs.renameSync(files, join(dataDir, 'elsewhere'));
    process.kill(
      Number.parseInt(fs.readFileSync(join(dataDir, 'elsewhere', 'postmaster.pid'), 'utf8'), 10),
      'SIGKILL',
    );
    await until(() => answers.slice(-12).every(({ status }) => status === 503));
    for (const [method, body] of [['GET'], ['PUT', { name: 'x' }], ['DELETE']] as const) {
      const reply = await request(url, { method, key, body });
      expect(reply.status).toBe(503);
      expect(reply.body).toEqual({
        success: false,
        error: { code: 'UNAVAILABLE', message: expect.any(String) },
      });
      expect(reply.error.message).not.toMatch(/connect|ENOENT|postgres|select/i);
    }
    const ready = await request(`${service.origin}/health/ready`);
    expect([ready.status, ready.body]).toEqual([
      503,
      { status: 'unavailable', reason: expect.stringContaining('database') },
    ]);
    expect((await request(`${service.origin}/health/live`)).status).toBe(200);
    // A key that cannot be looked up is not a wrong key.
    expect((await request(url, { key: newKey() })).status).toBe(503);

    fs.renameSync(join(dataDir, 'elsewhere'), files);
    await until(
      async () => (await request(`${service.origin}/health/ready`)).status === 200,
      20_000,
    );
    await until(() => answers.slice(-12).every(({ status }) => status < 300));
    stopped = true;
    expect((await clients).map(({ status }) => status)).toEqual(Array(4).fill('fulfilled'));
    expect((await request(url, { key })).data.id).toBe(data.id);
    const statuses = new Set(answers.map(({ status }) => status));
    expect([...statuses].sort()).toEqual([200, 201, 503]);
    for (const { status, error } of answers)
      if (status === 503) expect(error.code).toBe('UNAVAILABLE');
    expect((await service.stop()).status).toBe(0);
  });
});

describe('several processes', () => {
  test('a warning at the start names more connections than the database allows', async () => {
    const env = { ...onDatabase(await newDatabase('migrated')), WORKERS: '2' };
    const warned = (service: Service) =>
      service.log().filter(({ max_connections }) => max_connections !== undefined);
    const [fits, many] = await Promise.all([serve(env), serve({ ...env, DATABASE_POOL: '1000' })]);
    expect(warned(fits)).toEqual([]);
    expect(warned(many)).toMatchObject([{ wanted: 2_000, max_connections: expect.any(Number) }]);
    expect(warned(many)[0]?.msg).toMatch(/DATABASE_POOL/);
  });

  test('WORKERS=2: both serve, count together, and a killed one is replaced', async () => {
    const key = newKey();
    const env = { ...onDatabase(await newDatabase('empty')), BOOTSTRAP_API_KEY: key };
    const service = await serve({ ...env, WORKERS: '2', RATE_LIMIT_PER_MINUTE: '10' });
    const served = () =>
      new Set(service.log().flatMap((line) => (line.route === '/health/live' ? [line.pid] : [])));
    const live = `${service.origin}/health/live`;
    // A connection to a process at the moment of its death gets no answer.
    const knock = () => request(live, { timeout: 5_000 }).catch(() => undefined);

    const statuses: number[] = [];
    for (let i = 0; i < 14; i++) statuses.push((await request(projects(service), { key })).status);
    expect(statuses).toEqual([...Array(10).fill(200), ...Array(4).fill(429)]);
    const rest = await Promise.all(
      Array.from({ length: 14 }, () => request(projects(service), { key, from: '127.0.0.2' })),
    );
    expect(rest.filter(({ status }) => status === 200)).toHaveLength(10);

    await until(async () => (await knock()) !== undefined && served().size === 2);
    expect(served()).not.toContain(service.pid);
    const [killed = 0, survivor = 0] = served();
    process.kill(killed, 'SIGKILL');
    await until(() => !isRunning(killed));
    await until(async () => (await knock())?.status === 200);
    await until(async () => (await knock()) !== undefined && served().size === 3);
    expect(isRunning(survivor)).toBe(true);
    // The count survives the process.
    expect((await request(projects(service), { key })).status).toBe(429);
    expect((await request(projects(service), { key, from: '127.0.0.2' })).status).toBe(429);

    // With the first process, which counts, too busy to answer, the others continue on their connections.
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = () => request(projects(service), { key, from: '127.0.0.3', agent });
    expect((await ask()).status).toBe(200);
    process.kill(service.pid, 'SIGSTOP');
    expect((await ask()).status).toBe(200);
    process.kill(service.pid, 'SIGCONT');
    expect((await ask()).status).toBe(200);
    agent.destroy();

    // When the first process is killed, no other stays behind.
    await service.stop('SIGKILL');
    await until(() => ![...served()].some(isRunning));
  });

  test('WORKERS=2: both count a key with a separate limit together', async () => {
    const env = {
      ...onDatabase(await newDatabase('empty')),
      BOOTSTRAP_API_KEY: newKey(),
      RATE_LIMIT_PER_MINUTE: '0',
    };
    const service = await serve({ ...env, WORKERS: '2' });
    const args = ['key', 'create', '--team', 'my-agency', '--rate', '10', '--json'];
    const { api_key: key } = JSON.parse((await pauta(args, env)).stdout) as { api_key: string };
    const statuses = await Promise.all(
      Array.from({ length: 24 }, () => request(projects(service), { key })),
    );
    expect(statuses.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(statuses.filter(({ status }) => status === 429)).toHaveLength(14);
    await eventually(() => {
      const requests = service.log().filter(({ route }) => String(route).endsWith('/projects'));
      expect(new Set(requests.map(({ pid }) => pid)).size).toBe(2);
    });
    expect((await service.stop()).status).toBe(0);
  });

  test('ROLE=worker does background work and listens nowhere; ROLE=web listens and does none', async () => {
    const connection = await newDatabase('empty');
    const env = onDatabase(connection);
    const port = await freePort();
    const worker = await serve({ ...env, ROLE: 'worker', PORT: String(port) });
    expect(worker.address).toBe('');
    expect(await isListening(port)).toBe(false);
    expect(await worker.stop()).toMatchObject({ status: 0, stderr: '' });

    // Whichever is first on an empty database shows the key.
    const web = await serve({ ...env, ROLE: 'web', PORT: String(port) });
    expect(web.address).toBe(`http://127.0.0.1:${port}/api`);
    const key = await printedKey(worker, web);
    expect((await request(projects(web), { key })).status).toBe(200);

    const client = await connectTo(connection);
    const stored = async () => (await client.query('select key from idempotency_keys')).rowCount;
    await client.query(
      `insert into idempotency_keys (team_id, key, fingerprint, status, response, created_at)
       select id, 'old', sha256('x'), 201, 'x', now() - interval '25 hours' from teams`,
    );
    const again = await serve({ ...env, ROLE: 'web' });
    expect((await request(projects(again), { key })).status).toBe(200);
    expect(await stored()).toBe(1);
    await serve({ ...env, ROLE: 'worker' });
    await until(async () => (await stored()) === 0);
  });
});

describe('many at once on one empty database', () => {
  test('ten migrations: all of them succeed, one of them does the work', async () => {
    const connection = await newDatabase('empty');
    const endings = await Promise.all(
      Array.from({ length: 10 }, () => pauta(['migrate', '--json'], onDatabase(connection))),
    );
    for (const { status, stderr } of endings)
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const applied = endings.map(
      ({ stdout }) => (JSON.parse(stdout) as { applied: string[] }).applied,
    );
    expect(applied.filter((names) => names.length > 0)).toHaveLength(1);
    const client = await connectTo(connection);
    expect(
      (await client.query('select name from migrations order by name')).rows.map(
        ({ name }) => name,
      ),
    ).toEqual(applied.find((names) => names.length > 0));
  });

  test('three services: one team, one key, which all of them accept', async () => {
    const connection = await newDatabase('empty');
    const env = onDatabase(connection);
    const services = await Promise.all([serve(env), serve(env), serve(env)]);
    const key = await printedKey(...services);
    for (const service of services) {
      expect((await request(projects(service), { key })).status).toBe(200);
    }
    const client = await connectTo(connection);
    expect((await client.query('select slug from teams')).rows).toEqual([{ slug: 'my-agency' }]);
    expect((await client.query('select 1 from api_keys')).rowCount).toBe(1);
    const endings = await Promise.all(services.map((service) => service.stop()));
    expect(endings.map(({ status }) => status)).toEqual([0, 0, 0]);
    expect(endings.filter(({ stdout }) => keyIn(stdout) !== '')).toHaveLength(1);
  });
});
