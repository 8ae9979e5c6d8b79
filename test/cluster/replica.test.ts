import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { type Database, openDatabase } from '#server/db/database.ts';
import { migrate } from '#server/db/migrate.ts';
import { batchRequests, positionsInRedis } from '#server/db/replicas/wal-positions.ts';
import { createKey } from '#server/features/accounts/teams.ts';
import { secretHash } from '#server/platform/secret-hash.ts';
import { databaseOf } from '#test/support/database.ts';
import { freePort, type Reply, type Request, request } from '#test/support/http.ts';
import {
  cleanUp,
  type Env,
  hasRedis,
  onDatabase,
  pauta,
  type Service,
  serve,
  startRedis,
  urlOf,
} from '#test/support/processes.ts';
import { type Server, startPair } from '#test/support/standby.ts';
import { makeTeam, type TestTeam } from '#test/support/team.ts';
import { eventually, Stop, until } from '#test/support/wait.ts';

/*
 * Real processes, reading from a real streaming standby. While its replay is paused it returns old values, which shows the source of an
 * answer.
 */

let primary: Server;
let standby: Server;
let database: Database;
let env: Env;
let team: TestTeam;
let stranger: TestTeam;
/** Another key of the team, which writes nothing. */
let onlooker: string;
let service: Node;
const more: Service[] = [];

beforeAll(async () => {
  ({ primary, standby } = await startPair());
  await migrate(primary.connection);
  database = openDatabase(primary.connection, 'test', 2, () => {});
  env = {
    ...onDatabase(primary.connection),
    DATABASE_REPLICA_URL: urlOf(standby.connection),
    RATE_LIMIT_PER_MINUTE: '0',
    SANDBOX_DELAY_MS: '0',
  };
  service = await node();
  const call = async (
    key: string | undefined,
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) => {
    const options = key === undefined ? {} : { key };
    return ask(service, path, { method, body, headers, ...options });
  };
  team = await makeTeam(database, call, 'Agência');
  stranger = await makeTeam(database, call, 'Outra');
  onlooker = await anotherKey();
});

afterEach(async () => {
  await standby.sql(
    'select case when pg_is_in_recovery() and pg_is_wal_replay_paused() then pg_wal_replay_resume() end',
  );
  for (const { stop, ended } of more.splice(0)) {
    void stop('SIGINT');
    await ended;
  }
});
afterAll(async () => {
  await service?.stop('SIGINT');
  await database?.close();
  await standby?.stop();
  await primary?.stop();
  await cleanUp();
});

interface Node extends Service {
  readonly metricsPort: number;
}

/** A process of the service that reads from the standby. */
async function node(further: Env = {}): Promise<Node> {
  const metricsPort = await freePort();
  const started = await serve({ ...env, METRICS_PORT: String(metricsPort), ...further });
  return { ...started, metricsPort };
}

async function oneMore(further: Env = {}): Promise<Node> {
  const made = await node(further);
  more.push(made);
  return made;
}

async function anotherKey(): Promise<string> {
  const options = { name: 'Other', scope: 'full', userId: null, expiresAt: null } as const;
  return (await createKey(database.platform, team.id, options)).api_key;
}

const ask = (at: Service, path: string, options: Request = {}) =>
  request(`${at.address}/v1${path}`, { key: team.key, ...options });

/** A value of the metrics; undefined if missing. */
async function figure(at: Node, name: string): Promise<number | undefined> {
  const { text } = await request(`http://127.0.0.1:${at.metricsPort}/metrics`);
  const line = text.split('\n').find((each) => each.startsWith(name));
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
}
const readsFrom = async (at: Node, from: 'replica' | 'primary') =>
  (await figure(at, `pauta_reads_total{from="${from}"}`)) ?? 0;

/** True if a read currently comes from the standby. */
async function isUsed(at: Node, key = onlooker): Promise<boolean> {
  const before = await readsFrom(at, 'replica');
  await ask(at, '/projects', { key });
  return (await readsFrom(at, 'replica')) > before;
}

/** Waits until the standby has caught up. */
const caughtUp = () =>
  until(async () => {
    const [end] = await primary.sql(`select pg_current_wal_flush_lsn()::text as lsn`);
    const [is] = await standby.sql('select pg_last_wal_replay_lsn() >= $1::pg_lsn as there', [
      end?.lsn,
    ]);
    return is?.there === true;
  });

/**
 * Writes while the replay is paused. The writer reads its own write; other keys read the old value. Retried if the standby was not used at
 * all, for example because it lagged.
 * @param write a new change at every call @returns the address to read, and a check if an answer contains the change
 */
async function readsOwn(
  write: () => Promise<{ path: string; isNew: (reply: Reply) => boolean }>,
  at: { reader: Node; key?: string } = { reader: service },
): Promise<void> {
  const { reader, key = team.key } = at;
  await eventually(async () => {
    await standby.sql('select pg_wal_replay_resume()');
    await caughtUp();
    await until(() => isUsed(reader), 10_000);
    await standby.sql('select pg_wal_replay_pause()');
    const { path, isNew } = await write();
    const reply = await ask(reader, path, { key });
    expect(reply.status, reply.text).toBeLessThan(500);
    // An acknowledged write was not read: a retry does not help.
    if (!isNew(reply)) throw new Stop(`the writer does not see its write: ${reply.text}`);
    const others = await ask(reader, path, { key: onlooker });
    if (isNew(others)) throw new Error('the standby is not read from');
  });
}

const isThere = ({ status }: Reply) => status === 200;
const holds = (id: unknown) => (reply: Reply) => reply.text.includes(String(id));

async function made(reply: Promise<Reply>): Promise<Reply> {
  const answer = await reply;
  expect([200, 201], answer.text).toContain(answer.status);
  return answer;
}

const post = (at: Service, path: string, body: unknown = {}, headers = {}, key = team.key) =>
  made(ask(at, path, { method: 'POST', body, headers, key }));

/** From here on it would keep others from reading from the standby: it has no Redis to announce its writes. */
const stopAlone = async () => {
  await service.stop('SIGINT');
};

let count = 0;
const fresh = () => `Projeto ${count++}`;

const project = async (at: Service = service, key = team.key) => {
  const { data } = await post(at, '/projects', { name: fresh() }, {}, key);
  return String(data.id);
};

describe('a key reads its own writes, by any operation', () => {
  test('POST, by id and in the list', async () => {
    await readsOwn(async () => ({ path: `/projects/${await project()}`, isNew: isThere }));
    await readsOwn(async () => ({ path: '/projects', isNew: holds(await project()) }));
  });

  test('PUT, also through filters and search', async () => {
    const id = await project();
    const put = async () => {
      const name = fresh();
      await made(ask(service, `/projects/${id}`, { method: 'PUT', body: { name } }));
      return name;
    };
    await readsOwn(async () => ({ path: `/projects/${id}`, isNew: holds(await put()) }));
    await readsOwn(async () => {
      const name = await put();
      return { path: `/projects?search=${encodeURIComponent(name)}`, isNew: holds(id) };
    });
  });

  test('DELETE, also by HEAD', async () => {
    const paths: string[] = [];
    for (let i = 0; i < 20; i++) {
      const { data } = await post(service, '/msgapp/contacts', { phone: `55119${1e8 + i}` });
      paths.push(`/msgapp/contacts/${String(data.id)}`);
    }
    await readsOwn(async () => {
      const path = paths.pop() ?? '';
      await made(ask(service, path, { method: 'DELETE' }));
      if (isThere(await ask(service, path, { method: 'HEAD' }))) throw new Stop('HEAD finds it');
      return { path, isNew: ({ status }) => status === 404 };
    });
  });

  test('a replay of an Idempotency-Key: a write by another key', async () => {
    const otherKey = await anotherKey();
    await readsOwn(async () => {
      const name = fresh();
      const headers = { 'idempotency-key': name };
      const first = await post(service, '/projects', { name }, headers, otherKey);
      const again = await post(service, '/projects', { name }, headers);
      expect(again.headers['idempotency-replayed']).toBe('true');
      expect(again.data.id).toBe(first.data.id);
      return { path: `/projects/${String(first.data.id)}`, isNew: isThere };
    });
  });

  test('a message, in its conversation', async () => {
    const phone = '5511987654321';
    const send = () =>
      post(service, '/msgapp/messages', { inbox_id: team.inbox, phone, content: fresh() });
    const { data } = await send();
    const path = `/msgapp/conversations/${String(data.conversation_id)}/messages`;
    await readsOwn(async () => ({ path, isNew: holds((await send()).data.id) }));
  });

  test("operations on an endpoint's own paths, and events", async () => {
    const { data } = await post(service, '/webhooks', {
      name: 'Aqui',
      url: 'https://example.invalid/',
      events: ['webhook.test'],
    });
    const path = `/webhooks/${String(data.id)}`;
    const tested = async () => (await post(service, `${path}/test`, undefined)).data.id;
    await readsOwn(async () => ({ path: `${path}/deliveries`, isNew: holds(await tested()) }));
    await readsOwn(async () => ({
      path: `${path}/deliveries/${String(await tested())}`,
      isNew: isThere,
    }));
    await readsOwn(async () => ({ path: '/events', isNew: holds(await project()) }));
  });
});

test('the end of the log is read after the write that needs it', async () => {
  const begun: string[][] = [];
  const ends: (() => void)[] = [];
  const note = batchRequests(async (batch: readonly string[]) => {
    begun.push([...batch]);
    await new Promise<void>((resolve) => ends.push(resolve));
    return batch;
  });
  const answers = Promise.all([note('a'), note('b'), note('c')]);
  expect(begun).toEqual([['a']]);
  ends.shift()?.();
  await until(() => begun.length === 2);
  expect(begun[1]).toEqual(['b', 'c']);
  ends.shift()?.();
  expect(await answers).toEqual(['a', 'b', 'c']);
});

test('a team never reads another team’s data, from any source', async () => {
  const id = await project();
  await caughtUp();
  await until(() => isUsed(service, stranger.key));
  const before = await readsFrom(service, 'replica');
  for (const key of [stranger.key, team.key]) {
    const isOwn = key === team.key;
    expect((await ask(service, `/projects/${id}`, { key })).status).toBe(isOwn ? 200 : 404);
    const list = await ask(service, '/projects', { key });
    expect(holds(id)(list)).toBe(isOwn);
  }
  expect(await readsFrom(service, 'replica')).toBeGreaterThan(before);
});

test('a revoked key is refused, however stale the replica is', async () => {
  const key = await anotherKey();
  await caughtUp();
  await until(() => isUsed(service, key));
  await standby.sql('select pg_wal_replay_pause()');
  await primary.sql('update api_keys set revoked_at = now() where hash = $1', [secretHash(key)]);
  await until(async () => (await ask(service, '/projects', { key })).status === 401);
});

test('a lagging replica is not used; the service is still ready', async () => {
  await until(() => isUsed(service));
  await standby.sql('select pg_wal_replay_pause()');
  const id = await project();
  await until(async () => isThere(await ask(service, `/projects/${id}`, { key: onlooker })));
  expect(await isUsed(service)).toBe(false);
  await until(async () => ((await figure(service, 'pauta_replica_lag_seconds')) ?? 0) > 2);
  await until(async () => (await figure(service, 'pauta_replica_used')) === 0);
  expect((await request(`${service.origin}/health/ready`)).status).toBe(200);
  await until(() => service.log().some(({ reason }) => reason === 'it lags behind'));

  await standby.sql('select pg_wal_replay_resume()');
  await until(() => isUsed(service));
  await until(async () => (await figure(service, 'pauta_replica_used')) === 1);
});

test('a statement that a replica does not answer is sent to the primary', async () => {
  const id = await project();
  await caughtUp();
  await until(() => isUsed(service));
  // The standby takes over the lock, and keeps it, since it does not learn of its end.
  await primary.sql('begin; lock table projects in access exclusive mode');
  await primary.sql(`select pg_logical_emit_message(false, 'test', 'x'), pg_switch_wal()`);
  await until(async () => {
    const rows = await standby.sql(
      `select from pg_locks where relation = 'projects'::regclass and mode = 'AccessExclusiveLock'`,
    );
    return rows.length > 0;
  });
  await standby.sql('select pg_wal_replay_pause()');
  await primary.sql('rollback');
  // The standby answers none of them until replay resumes.
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => ask(service, `/projects/${id}`, { key: onlooker })),
  );
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
});

test('broken connections to a replica fail no request', async () => {
  await until(() => isUsed(service));
  let isOver = false;
  const breaking = (async () => {
    while (!isOver)
      await standby.sql(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'pauta re%'`,
      );
  })();
  for (let i = 0; i < 100; i++)
    expect((await ask(service, '/projects', { key: onlooker })).status).toBe(200);
  isOver = true;
  await breaking;
  await until(() => isUsed(service));
});

test('no request waits for a hanging or lost replica; a returning one is used', async () => {
  await until(() => isUsed(service));
  const [server] = await standby.sql('show data_directory');
  const file = join(String(server?.data_directory), 'postmaster.pid');
  const pid = Number.parseInt(readFileSync(file, 'utf8'), 10);
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
  const pids = [pid, ...children.trim().split(/\s+/).map(Number)];
  const read = async () => {
    for (let i = 0; i < 20; i++)
      expect((await ask(service, '/projects', { key: onlooker })).status).toBe(200);
  };
  try {
    for (const each of pids) process.kill(each, 'SIGSTOP');
    await read();
    expect(await isUsed(service)).toBe(false);
  } finally {
    for (const each of pids) process.kill(each, 'SIGCONT');
  }
  await until(() => isUsed(service));

  await standby.stop();
  await read();
  await until(async () => (await figure(service, 'pauta_replica_used')) === 0);
  expect((await request(`${service.origin}/health/ready`)).status).toBe(200);
  await standby.start();
  await until(() => isUsed(service));
});

test('without Redis, separate processes read from the primary', async () => {
  await until(() => isUsed(service));
  const otherNode = await oneMore();
  const warned = 'another process cannot share its write positions: all reads go to the primary';
  await until(() =>
    [service, otherNode].every((each) => each.log().some(({ msg }) => msg === warned)),
  );
  await standby.sql('select pg_wal_replay_pause()');
  for (const [writer, reader] of [
    [service, otherNode],
    [otherNode, service],
  ] as const) {
    const id = await project(writer);
    expect((await ask(reader, `/projects/${id}`)).status).toBe(200);
  }
  await standby.sql('select pg_wal_replay_resume()');
  await otherNode.stop('SIGINT');
  await until(() => isUsed(service));
});

describe.skipIf(!hasRedis && !process.env.CI)('with Redis', () => {
  beforeAll(stopAlone);

  test('a write of a key through one process is read through another', async () => {
    const { url } = await startRedis();
    const [one, two] = [await oneMore({ REDIS_URL: url }), await oneMore({ REDIS_URL: url })];
    await readsOwn(async () => ({ path: `/projects/${await project(one)}`, isNew: isThere }), {
      reader: two,
    });
    await readsOwn(async () => ({ path: '/projects', isNew: holds(await project(two)) }), {
      reader: one,
    });
  });

  test('the later of two writes of a key counts, in whatever order they are recorded', async () => {
    const { url } = await startRedis();
    const positions = positionsInRedis(url, 10_000, 0, { info() {}, warn() {} });
    await until(() => positions.isShared());
    await positions.raise(['a', 'b'], 2_000);
    await positions.raise(['b', 'c'], 1_000);
    expect(await Promise.all(['a', 'b', 'c', 'd'].map((key) => positions.of(key)))).toEqual([
      2_000, 2_000, 1_000, 0,
    ]);
    positions.close();
  });

  test('without Redis all read from the primary, until it is back', async () => {
    const redis = await startRedis();
    const [one, two] = [
      await oneMore({ REDIS_URL: redis.url }),
      await oneMore({ REDIS_URL: redis.url }),
    ];
    await until(() => isUsed(two));
    await standby.sql('select pg_wal_replay_pause()');
    await redis.kill();
    const id = await project(one);
    for (const key of [team.key, onlooker])
      expect((await ask(two, `/projects/${id}`, { key })).status).toBe(200);
    const redisLines = () =>
      two.log().flatMap(({ msg }) => /^Redis is (out of reach|back).*reads/.exec(msg)?.[1] ?? []);
    await until(() => redisLines().length > 0);
    await standby.sql('select pg_wal_replay_resume()');
    await redis.start();
    await until(() => isUsed(two));
    await until(() => redisLines().at(-1) === 'back');
    // Each change once. On a busy machine the new Redis may be out of reach again.
    const changes = redisLines();
    expect(changes).toEqual(changes.map((_, i) => (i % 2 === 0 ? 'out of reach' : 'back')));
    await readsOwn(async () => ({ path: `/projects/${await project(one)}`, isNew: isThere }), {
      reader: two,
    });
  });

  test('the only process that cannot reach Redis warns the others before it acknowledges a write', async () => {
    const { url } = await startRedis();
    const reader = await oneMore({ REDIS_URL: url });
    await until(() => isUsed(reader));
    const cut = await oneMore({ REDIS_URL: `redis://127.0.0.1:${await freePort()}` });
    await standby.sql('select pg_wal_replay_pause()');
    const id = await project(cut);
    expect((await ask(reader, `/projects/${id}`)).status).toBe(200);
    expect((await ask(reader, `/projects/${await project(cut)}`)).status).toBe(200);
    await standby.sql('select pg_wal_replay_resume()');
    await cut.stop('SIGINT');
    await until(() => isUsed(reader));
  });
});

describe('an invalid replica', () => {
  beforeAll(stopAlone);

  test('is reported by pauta doctor', async () => {
    const check = async () => {
      const { stdout } = await pauta(['doctor', '--json'], env);
      const { checks } = JSON.parse(stdout) as {
        checks: { name: string; ok: boolean; found: string; advice?: string }[];
      };
      return checks.find(({ name }) => name.startsWith('replica '));
    };
    expect(await check()).toMatchObject({
      ok: true,
      found: expect.stringMatching(
        /^answers, is in recovery, and caught up with the primary after \d+ ms$/,
      ),
    });
    await standby.sql('select pg_wal_replay_pause()');
    await primary.sql('create table of_no_use (id int)');
    expect(await check()).toMatchObject({
      ok: false,
      found: 'answers, is in recovery, and lags by more than 2 s',
    });
    await standby.sql('select pg_wal_replay_resume()');
  });

  test('is not used: the primary itself, and another server', async () => {
    const elsewhere = urlOf(databaseOf(inject('server'), 'postgres'));
    const wrong = await oneMore({
      DATABASE_REPLICA_URL: `${urlOf(primary.connection)},${elsewhere}`,
    });
    for (const words of ['it accepts writes', 'of another database'])
      await until(() => wrong.log().some(({ reason }) => String(reason).includes(words)));
    expect(await isUsed(wrong)).toBe(false);
  });

  test('is skipped: of several replicas those that answer are used, for every key', async () => {
    const nobody = `postgres://pauta@127.0.0.1:${await freePort()}/pauta`;
    const some = await oneMore({
      DATABASE_REPLICA_URL: `${nobody},${urlOf(standby.connection)}`,
    });
    for (let i = 0; i < 4; i++) {
      const key = await anotherKey();
      await until(() => isUsed(some, key));
    }
    await readsOwn(async () => ({ path: `/projects/${await project(some)}`, isNew: isThere }), {
      reader: some,
    });
  });

  test('is an address with several servers behind it', async () => {
    const sockets = [standby, primary].map(({ connection }) => `${connection.host}/.s.PGSQL.5432`);
    let turn = 0;
    const balancer = createServer((client) => {
      const socket = connect(sockets[turn++ % 2] ?? '');
      for (const [from, to] of [
        [client, socket],
        [socket, client],
      ] as const)
        from.on('error', () => to.destroy()).pipe(to);
    }).listen(0, '127.0.0.1');
    await once(balancer, 'listening');
    const { port } = balancer.address() as AddressInfo;
    const several = await oneMore({
      DATABASE_REPLICA_URL: `postgres://pauta@127.0.0.1:${port}/pauta`,
    });
    const isReported = () =>
      several.log().some(({ reason }) => String(reason).includes('several servers'));
    const id = await project(several);
    await until(async () => {
      const replies = await Promise.all(
        Array.from({ length: 5 }, () => ask(several, `/projects/${id}`)),
      );
      expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
      return isReported();
    });
    balancer.close();
  });

  test('is a promoted replica, which is not used', async () => {
    const alone = await oneMore();
    await until(() => isUsed(alone));
    const id = await project(alone);
    await caughtUp();
    await standby.sql('select pg_promote()');
    await standby.sql(`update projects set name = 'Elsewhere' where id = $1`, [id]);
    await until(async () => !(await isUsed(alone)));
    expect((await ask(alone, `/projects/${id}`, { key: onlooker })).text).not.toContain(
      'Elsewhere',
    );
    const isReported = () =>
      alone.log().some(({ reason }) => String(reason).includes('not a replica'));
    await until(isReported);
  });
});
