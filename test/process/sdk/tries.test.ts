import { RateLimiterMemory } from 'rate-limiter-flexible';
import { afterAll, describe, expect, test } from 'vitest';
import { ConnectionError, RateLimitError, TimeoutError } from '#packages/sdk/src/index.ts';
import { useService } from '#test/support/harness.ts';
import { freePort } from '#test/support/http.ts';
import { cleanUp, occupyPort, onDatabase, type Service, serve } from '#test/support/processes.ts';
import { failing, noting, unlimited, useIntegration } from '#test/support/sdk/fixture.ts';
import { until } from '#test/support/wait.ts';

/* Retries of the SDK against the service: nothing is lost or done twice if it is killed, slow or refuses requests. */

const service = useService();
const integration = useIntegration(service);
const { client } = integration;

afterAll(cleanUp);

/** The service's limit, with a window of a second instead of a minute. */
function perSecond(points: number) {
  const limiter = new RateLimiterMemory({ points, duration: 1 });
  const take = async (address: string) => {
    const counted = await limiter.consume(address).catch((rejected) => rejected);
    return {
      allowed: counted.consumedPoints <= points,
      remaining: counted.remainingPoints,
      resetSeconds: Math.ceil(counted.msBeforeNext / 1_000),
    };
  };
  return { ...unlimited, perMinute: points, take };
}

test('an absent service, a silent one and one that hangs up are each reported as such', async () => {
  const baseUrl = `http://127.0.0.1:${await freePort()}`;
  const gone = await failing(client({ baseUrl, maxRetries: 1 }).me());
  expect(gone).toBeInstanceOf(ConnectionError);
  expect(gone.message).toMatch(/cannot be reached: .*ECONNREFUSED/);
  const silent = client({
    baseUrl: `http://127.0.0.1:${await occupyPort()}`,
    timeout: 50,
    maxRetries: 0,
  });
  expect(await failing(silent.me())).toBeInstanceOf(TimeoutError);
  const abrupt = client({
    baseUrl: `http://127.0.0.1:${await occupyPort('abrupt')}`,
    maxRetries: 0,
  });
  expect(await failing(abrupt.me())).toBeInstanceOf(ConnectionError);
  const signal = AbortSignal.timeout(50);
  const reason = await client({ baseUrl })
    .me({ signal })
    .catch((error: unknown) => error);
  expect(reason).toBe(signal.reason);
  expect(reason).toMatchObject({ name: 'TimeoutError' });
});

describe('retries', () => {
  test('of creates carry one key: a lost answer is replayed, and nothing is created twice', async () => {
    const { seen, fetch: noted } = noting((go, tries) => async (input, init) => {
      const response = await go(input, init);
      if (tries > 1) return response;
      await response.text();
      throw new TypeError('the connection broke');
    });
    const { data, response } = await client({ fetch: noted })
      .deals.create({ title: 'Uma vez' })
      .withResponse();
    expect(response.headers.get('idempotency-replayed')).toBe('true');
    expect(seen).toHaveLength(3);
    expect(new Set(seen.map(({ key }) => key)).size).toBe(1);
    expect(seen[0]?.key).toMatch(/^[0-9a-f]{32}$/);
    const page = await client().deals.list({ search: 'uma vez' });
    expect(page).toMatchObject({ total: 1, data: [{ id: data.id }] });
  });

  test('of a call that is still running get its answer', async () => {
    const { seen, fetch: noted } = noting();
    const pauta = client({ fetch: noted });
    const create = () => pauta.deals.create({ title: 'Pedido 4711' }, { idempotencyKey: 'pedido' });
    await service.sql('begin; lock table deals in share mode');
    const both = Promise.all([create(), create()]);
    await until(() => seen.some(({ status }) => status === 409)).finally(() =>
      service.sql('commit'),
    );
    const [first, second] = await both;
    expect(first).toEqual(second);
    expect(seen.map(({ key }) => key)).toEqual(seen.map(() => 'pedido'));
    expect(await client().deals.list({ search: 'pedido 4711' })).toMatchObject({ total: 1 });
  });

  test('end if the service does not accept them in time, or they are pointless', async () => {
    const answering = (status: number, retryAfter?: string, body: object | string = '') => {
      const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const { seen, fetch: noted } = noting(
        () => async () => new Response(text, { status, headers }),
      );
      return { seen, pauta: client({ fetch: noted, maxRetries: 1 }) };
    };
    const refusal = { success: false, error: { code: 'CONFLICT', message: 'Still running.' } };
    const times = async (...args: Parameters<typeof answering>) => {
      const { seen, pauta } = answering(...args);
      const error = await failing(pauta.deals.create({ title: 'a' }));
      return [seen.length, error.retryAfter];
    };
    expect(
      await Promise.all([
        times(409, '1', refusal),
        times(409, undefined, refusal),
        times(503, '0'),
        times(429),
        times(429, '3600'),
        times(502, undefined, refusal),
        times(502),
        times(500),
        times(403),
        times(503, new Date(Date.now() + 5_000_000).toUTCString()),
      ]),
    ).toEqual([
      [2, 1],
      [1, undefined],
      [2, 0],
      [2, undefined],
      [1, 3600],
      [1, undefined],
      [2, undefined],
      [1, undefined],
      [1, undefined],
      [1, expect.closeTo(5_000, -2)],
    ]);
  });

  test('wait for the rate limit, and use no more than it allows', async () => {
    const baseUrl = await integration.listen(perSecond(5));
    const { seen, fetch: noted } = noting();
    const pauta = client({ baseUrl, fetch: noted, maxRetries: 10 });
    const wanted = Array.from({ length: 12 }, (_, i) => `Campanha ${i}`);
    const all = await Promise.all(
      wanted.map((title) => pauta.deals.create({ title, source: 'limite' })),
    );
    expect(all.map(({ title }) => title)).toEqual(wanted);
    expect(seen.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(7);
    expect(await client().deals.list({ source: 'limite' })).toMatchObject({ total: 12 });
    for (let i = 0; i < 5; i++)
      await failing(client({ baseUrl, maxRetries: 0 }).deals.get('no')).catch(() => {});
    const error = await failing(client({ baseUrl, maxRetries: 0 }).me());
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error).toMatchObject({ status: 429, code: 'RATE_LIMITED', retryAfter: 1 });
  });

  test('survive a killed service: everything is created, once', async () => {
    const port = await freePort();
    const env = {
      ...onDatabase(service.connection, service.secret),
      PORT: String(port),
      RATE_LIMIT_PER_MINUTE: '0',
    };
    let running: Service | undefined = await serve(env);
    let kills = 0;
    let attempts = 0;
    /** Kills the service while it answers, and starts it again. */
    const restart = async (killed: Service) => {
      running = undefined;
      kills += 1;
      attempts = 0;
      await killed.stop('SIGKILL');
      running = await serve(env);
    };
    const restarts: Promise<void>[] = [];
    const { seen, fetch: noted } = noting((go) => (input, init) => {
      const answer = go(input, init);
      if (running && kills < 2 && ++attempts === 6) restarts.push(restart(running));
      return answer;
    });
    const pauta = client({ baseUrl: `http://127.0.0.1:${port}`, fetch: noted, maxRetries: 30 });
    const titles = Array.from({ length: 30 }, (_, i) => `Negócio ${i}`);
    const deals = await Promise.all(
      titles.map((title) => pauta.deals.create({ title, source: 'morte' })),
    );
    await Promise.all(restarts);
    expect(kills).toBe(2);
    expect(seen.filter(({ status }) => status === 0).length).toBeGreaterThan(0);
    const stored = await client().deals.list({ source: 'morte' }).toArray();
    expect(stored.map(({ id }) => id).sort()).toEqual(deals.map(({ id }) => id).sort());
    expect(stored.map(({ title }) => title).sort()).toEqual(titles.sort());
  });
});
