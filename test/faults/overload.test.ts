import { randomUUID } from 'node:crypto';
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newKey } from '#server/platform/api-key.ts';
import { freePort, type Reply, type Request, request } from '#test/support/http.ts';
import {
  cleanUp,
  connectTo,
  newDatabase,
  onDatabase,
  pauta,
  type Service,
  serve,
} from '#test/support/processes.ts';
import { eventually } from '#test/support/wait.ts';

/* More requests than can be served: a service with two connections to a slow database. */

const key = newKey();
/** Maximum number of requests admitted of one team in a second in which the database answers nothing; those time out, and others follow. */
const takenUp = 2 + 2 * 4;
let service: Service;
let operator: pg.Client;
let metricsPort: number;
let otherKey: string;
/** Key of a team whose requests were never refused. */
let patientKey: string;

beforeAll(async () => {
  const connection = await newDatabase('empty');
  metricsPort = await freePort();
  const env = { ...onDatabase(connection), RATE_LIMIT_PER_MINUTE: '0', BOOTSTRAP_API_KEY: key };
  service = await serve({
    ...env,
    ROLE: 'web',
    DATABASE_POOL: '2',
    METRICS_PORT: String(metricsPort),
  });
  operator = await connectTo(connection);
  const keyOf = async (name: string) => {
    const { stdout } = await pauta(['team', 'create', name, '--json'], env);
    return (JSON.parse(stdout) as { api_key: string }).api_key;
  };
  otherKey = await keyOf('Outra');
  patientKey = await keyOf('Paciente');
});

afterAll(cleanUp);

/** Both connections are open, and the key is cached. */
beforeEach(async () => {
  await Promise.all([list(), list(), list()]);
});

const isRefusal = ({ status, text }: Reply) =>
  status === 503 && (text === '' || text.includes('overloaded'));
const isMade = ({ status }: Reply) => status === 201;

/** Refused requests in this file so far; requests that waited too long for the database are answered 503 too. */
let refusals = 0;

async function call(path: string, options: Request = {}): Promise<Reply> {
  const reply = await request(`${service.origin}${path}`, { key, ...options });
  if (isRefusal(reply)) refusals += 1;
  return reply;
}
const list = () => call('/api/v1/deals');
const create = (title: string, headers: http.OutgoingHttpHeaders = {}, as = key) =>
  call('/api/v1/deals', { method: 'POST', key: as, body: { title }, headers });

const countOf = async (title: string) => {
  const { rows } = await operator.query('select count(*)::int from deals where title = $1', [
    title,
  ]);
  return (rows[0] as { count: number }).count;
};

/**
 * Runs the work while nothing can be stored about deals. It must end before requests waiting for the database time out; otherwise none is
 * served.
 */
async function whileLocked<T>(work: () => Promise<T>): Promise<T> {
  await operator.query('begin; lock table deals in exclusive mode');
  return work().finally(() => operator.query('commit'));
}

/** Sends creates while nothing can be stored; the refused ones are known while the others still wait. */
async function crowd(
  title: string,
  size: number,
  options: (i: number) => http.OutgoingHttpHeaders,
) {
  const refused: [number, Reply][] = [];
  const all = await whileLocked(async () => {
    const sent = Array.from({ length: size }, (_, i) => create(title, options(i)));
    const counted = sent.map((each, i) =>
      each.then((reply) => {
        if (isRefusal(reply)) refused.push([i, reply]);
      }),
    );
    await Promise.race([
      eventually(() => expect(refused.length).toBeGreaterThanOrEqual(size - 2 * takenUp)),
      Promise.all(counted),
    ]);
    return sent;
  });
  return { refused: [...refused], replies: await Promise.all(all) };
}

test('requests over capacity are refused while others wait, and those are served', async () => {
  // Refused requests did not wait until the database timeout, after which none would be served. A machine can be too slow for the first time.
  const { refused, made } = await eventually(async () => {
    const each = await crowd('Multidão', 60, (i) => ({ 'x-request-id': `crowd-${i}` }));
    const made = each.replies.filter(isMade).length;
    expect(made).toBeGreaterThan(0);
    return { ...each, made };
  });
  expect(refused.length).toBeGreaterThanOrEqual(60 - 2 * takenUp);
  for (const [i, reply] of refused) {
    expect(reply.body).toEqual({
      success: false,
      error: { code: 'UNAVAILABLE', message: expect.stringContaining('try again') },
    });
    expect(['1', '2', '3']).toContain(reply.headers['retry-after']);
    expect(reply.headers).toMatchObject({
      'x-request-id': `crowd-${i}`,
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    });
  }
  // Spread over time instead of all at once.
  expect(new Set(refused.map(([, { headers }]) => headers['retry-after'])).size).toBe(3);
  expect(await countOf('Multidão')).toBe(made);

  // Once the crowd is gone, everybody is served again.
  const after = await Promise.all(Array.from({ length: 40 }, list));
  expect(after.map(({ status }) => status)).toEqual(after.map(() => 200));
  expect((await call('/health/ready')).status).toBe(200);
});

test('a refused POST can be sent again, with its Idempotency-Key', async () => {
  const run = randomUUID();
  const keyed = (i: number) => ({ 'idempotency-key': `${run}-${i}` });
  const { refused, replies } = await crowd('Outra vez', 30, keyed);
  expect(refused.length).toBeGreaterThanOrEqual(30 - 2 * takenUp);
  for (const i of [...replies.keys()].filter((each) => replies[each]?.status !== 201)) {
    const again = await create('Outra vez', keyed(i));
    expect([again.status, again.headers['idempotency-replayed']]).toEqual([201, undefined]);
  }
  expect(await countOf('Outra vez')).toBe(30);
  const [i = 0] = refused[0] ?? [];
  expect((await create('Outra vez', keyed(i))).headers['idempotency-replayed']).toBe('true');
});

test('health is answered in the meantime, and a connection stays usable after a refusal', async () => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const second = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const busy = await whileLocked(async () => {
    const waiting = Array.from({ length: 3 * takenUp }, () => create('Ocupado'));
    await sleep(50);
    const big = {
      method: 'POST',
      body: { title: 'Grande', description: 'x'.repeat(500_000) },
      agent,
    };
    const refused = [
      call('/api/v1/deals', big),
      call('/api/v1/deals', { method: 'HEAD', agent: second }),
    ];
    expect((await call('/health/live')).status).toBe(200);
    for (const each of refused) expect((await each).status).toBe(503);
    for (const each of [agent, second])
      expect((await call('/health/live', { agent: each })).status).toBe(200);
    return waiting;
  });
  const made = (await Promise.all(busy)).filter(isMade).length;
  expect(await countOf('Ocupado')).toBe(made);
  for (const each of [agent, second]) {
    expect((await call('/api/v1/deals', { agent: each })).status).toBe(200);
    each.destroy();
  }
  expect(await countOf('Grande')).toBe(0);
});

test('nothing is done for a client that hung up while waiting in the queue', async () => {
  const busy = await whileLocked(async () => {
    const waiting = Array.from({ length: 3 * takenUp }, () => create('Paciente'));
    await sleep(50);
    const body = JSON.stringify({ title: 'Desistente' });
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const sent = http.request(`${service.origin}/api/v1/deals`, { method: 'POST', headers });
    sent.on('error', () => {});
    sent.end(body);
    await sleep(50);
    sent.destroy();
    await sleep(20);
    return waiting;
  });
  const made = (await Promise.all(busy)).filter(isMade).length;
  expect(await countOf('Paciente')).toBe(made);
  await list();
  expect(await countOf('Desistente')).toBe(0);
});

/** Creates take 20 ms each during the work. */
async function whileSlow(work: () => Promise<void>, table = 'deals'): Promise<void> {
  await operator.query(`
    create function dawdle() returns trigger language plpgsql as 'begin perform pg_sleep(0.02); return new; end';
    create trigger dawdle before insert on ${table} for each row execute function dawdle()`);
  await work().finally(() => operator.query('drop function dawdle cascade'));
}

/** At 20 ms each, one after the other, they take longer than a request waits in a queue that does not shrink. */
const burst = 120;

/** Number of answers by status. */
const statusesOf = (replies: readonly Reply[]) => {
  const counts: Record<number, number> = {};
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

test('a burst that makes progress is served, even if that takes seconds', async () => {
  await call('/api/v1/deals', { key: patientKey });
  await whileSlow(async () => {
    const replies = await Promise.all(
      Array.from({ length: burst }, () => create('Rajada', {}, patientKey)),
    );
    expect(statusesOf(replies)).toEqual({ 201: burst });
  });
  expect(await countOf('Rajada')).toBe(burst);
});

test('a burst of messages into one conversation is sent', async () => {
  const inbox = randomUUID();
  await operator.query(
    `insert into inboxes (team_id, id, name, type, gateway)
      select id, $1, 'Caixa', 'session', 'sandbox' from teams where slug = 'paciente'`,
    [inbox],
  );
  const send = (content: string) =>
    call('/api/v1/msgapp/messages', {
      method: 'POST',
      key: patientKey,
      body: { inbox_id: inbox, phone: '5511987654321', content },
    });
  expect((await send('primeira')).status).toBe(201);
  await whileSlow(async () => {
    const replies = await Promise.all(Array.from({ length: burst }, (_, i) => send(`${i}`)));
    expect(statusesOf(replies)).toEqual({ 201: burst });
  }, 'messages');
});

test('during a flood, served requests do not wait behind all others', async () => {
  let isOver = false;
  let served = 0;
  let refused = 0;
  /** For each served request, the number of others that were served while it waited. */
  let overtaken: number[] = [];
  await whileSlow(async () => {
    const flood = Array.from({ length: 250 }, async () => {
      while (!isOver) {
        const before = served;
        const { status } = await create('Enchente');
        if (status !== 201) refused += 1;
        else {
          overtaken.push(served - before);
          served += 1;
        }
      }
    });
    await eventually(() => expect(refused).toBeGreaterThan(0));
    await sleep(1_000);
    overtaken = [];
    await sleep(1_500);
    isOver = true;
    const all = overtaken;
    await Promise.all(flood);
    expect(all.length).toBeGreaterThan(10);
    // If all were admitted, each would wait behind 249 others.
    expect(all.filter((others) => others < 200).length / all.length).toBeGreaterThan(0.5);
  });
});

test("one team's flood leaves capacity for another", async () => {
  let isOver = false;
  const statuses = new Map<number, number>();
  let served = 0;
  await whileSlow(async () => {
    const flood = Array.from({ length: 250 }, async () => {
      while (!isOver) {
        const { status } = await create('Enxurrada');
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    });
    await eventually(() => expect(statuses.get(503)).toBeGreaterThan(0));
    for (let i = 0; i < 20; i++)
      if ((await create('Vizinha', {}, otherKey)).status === 201) served += 1;
    isOver = true;
    await Promise.all(flood);
  });
  expect(served).toBe(20);
  // The flood's own share is small, and it is what others would have without the fair queue.
  const [done = 0, refused = 0] = [statuses.get(201), statuses.get(503)];
  expect(done / (done + refused)).toBeLessThan(0.4);
  for (const status of statuses.keys()) expect([201, 429, 503]).toContain(status);
  expect(await countOf('Enxurrada')).toBe(done);
  expect(await countOf('Vizinha')).toBe(served);
});

test('refusals are logged as a total, not one by one', async () => {
  const { replies } = await crowd('Contado', 50, (i) => ({ 'x-request-id': `told-${i}` }));
  await eventually(async () => {
    const counts = service.log().map(({ refused: count }) => Number(count ?? 0));
    const logged = counts.reduce((sum, count) => sum + count, 0);
    expect([logged, await refusedInMetrics()]).toEqual([refusals, refusals]);
  });
  // The log arrives in pieces. It has a line for each served request, and none for refused ones.
  const served = () => service.log().filter(({ request_id: id }) => `${id}`.startsWith('told-'));
  await eventually(() =>
    expect(served()).toHaveLength(replies.filter((reply) => !isRefusal(reply)).length),
  );
});

async function refusedInMetrics(): Promise<number> {
  const { text } = await request(`http://127.0.0.1:${metricsPort}/metrics`);
  return Number(/^pauta_http_requests_refused_total (\d+)$/m.exec(text)?.[1]);
}
