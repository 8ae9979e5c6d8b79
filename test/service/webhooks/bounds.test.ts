import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterEach, describe, expect, test } from 'vitest';
import { byteRate } from '#server/features/webhooks/rate-limit.ts';
import { switchOffWaiting } from '#server/features/webhooks/sweeps.ts';
import { sweepOnce } from '#server/jobs/sweeps.ts';
import { readConfig } from '#server/platform/config.ts';
import type { Json } from '#test/support/harness.ts';
import { until } from '#test/support/wait.ts';
import { useStage } from '#test/support/webhooks/fixture.ts';

/* Limits on a team's use of the installation, and the behaviour when they are reached. The database enforces them under concurrency. */

const bounds = {
  ...readConfig({}),
  TEAM_REPLAYS_PER_MINUTE: 30,
  TEAM_IDEMPOTENCY_BYTES: 40_000,
};
const fixture = useStage({ bounds });
const { service } = fixture;
const log = pino({ level: 'silent' }, new Writable());

afterEach(() => service.sql('delete from team_usage'));

describe('endpoints', () => {
  test('are limited to a hundred, also if fifty are created concurrently; deleting one allows another', async () => {
    await service.sql(
      `insert into webhooks (team_id, id, name, slug, secret_token)
       select $1, gen_random_uuid(), 'x', 'x-' || n, '' from generate_series(1, 80) n`,
      [fixture.team.id],
    );
    const otherTeam = await service.team();
    const made = await Promise.all(
      Array.from({ length: 50 }, (_, i) => fixture.team.post('/webhooks', { name: `n${i}` })),
    );
    const counts = Object.groupBy(made, ({ status }) => String(status));
    // Too many concurrent requests may be refused.
    expect(Object.keys(counts).every((status) => ['201', '409', '429'].includes(status))).toBe(
      true,
    );
    while ((await fixture.team.post('/webhooks', { name: 'further' })).status === 201);
    const [row] = await service.sql('select count(*)::int as n from webhooks where team_id = $1', [
      fixture.team.id,
    ]);
    expect(row?.n).toBe(100);
    const refused = await fixture.team.post('/webhooks', { name: 'one more' });
    expect([refused.status, refused.error]).toEqual([
      409,
      {
        code: 'CONFLICT',
        message:
          'A team can have at most 100 webhook endpoints; delete one first. The operator can raise the limit (TEAM_WEBHOOKS).',
      },
    ]);
    expect((await otherTeam.post('/webhooks', { name: 'theirs' })).status).toBe(201);
    await fixture.team.delete(`/webhooks/${made.find(({ status }) => status === 201)?.data.id}`);
    expect((await fixture.team.post('/webhooks', { name: 'again' })).status).toBe(201);
    expect((await fixture.team.post('/webhooks', { name: 'again' })).status).toBe(409);
  });
});

describe('replays', () => {
  /** An endpoint with the given number of failed deliveries. */
  async function withFailed(count: number) {
    const endpoint = await fixture.endpoint('http://127.0.0.1:1/');
    await fixture.deals(count);
    await service.sql(
      `update deliveries set status = 'failed', next_attempt_at = null, completed_at = now()`,
    );
    return endpoint;
  }

  test('are limited to a number of rows per minute, over all calls; the answer states the remaining number, which a later call replays', async () => {
    const endpoint = await withFailed(45);
    const first = await fixture.team.post(`${endpoint.path}/replay`);
    expect(first.data, first.text).toMatchObject({
      replayed: 30,
      remaining: 15,
      next_from: expect.any(String),
    });
    const refused = await fixture.team.post(`${endpoint.path}/replay`);
    expect([refused.status, refused.error]).toEqual([
      429,
      {
        code: 'RATE_LIMITED',
        message:
          'The team has replayed 30 deliveries in a minute, which is its limit. The operator can raise the limit (TEAM_REPLAYS_PER_MINUTE).',
      },
    ]);
    const seconds = Number(refused.headers['retry-after']);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    const [last] = (await fixture.stored(endpoint)).slice(-1);
    const one = await fixture.team.post(`${endpoint.path}/deliveries/${last?.id}/replay`);
    expect(one.status).toBe(429);
    expect(
      (await fixture.stored(endpoint)).filter(({ status }) => status === 'pending'),
    ).toHaveLength(30);
    // A minute later.
    await service.sql(`update team_usage set since = since - interval '1 minute'`);
    expect((await fixture.team.post(`${endpoint.path}/deliveries/${last?.id}/replay`)).status).toBe(
      200,
    );
    expect((await fixture.team.post(`${endpoint.path}/replay`)).data).toEqual({
      replayed: 14,
      remaining: 0,
      next_from: null,
    });
    const otherTeam = await service.team();
    const theirs = await fixture.endpoint('http://127.0.0.1:1/', {}, otherTeam);
    expect((await otherTeam.post(`${theirs.path}/replay`)).status).toBe(200);
  });

  test('stay within the limit under concurrency', async () => {
    const endpoint = await withFailed(45);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => fixture.team.post(`${endpoint.path}/replay`)),
    );
    const replayed = answers.reduce((sum, { data }) => sum + Number(data.replayed ?? 0), 0);
    expect(replayed).toBe(30);
    for (const { status } of answers) expect([200, 409, 429]).toContain(status);
  });
});

describe('answers stored for Idempotency-Keys', () => {
  const used = async () =>
    Number(
      (await service.sql(`select sum(n)::int as n from team_usage where what = 'idempotency'`))[0]
        ?.n,
    );

  test('over the byte limit a new key is refused and nothing runs; old ones replay', async () => {
    const post = (key: string, team = fixture.team) =>
      team.post(
        '/deals',
        { title: 'x', description: 'y'.repeat(5_000) },
        { 'idempotency-key': key },
      );
    let made = 0;
    for (; made < 50; made += 1) {
      const answer = await post(`k${made}`);
      if (answer.status !== 201) {
        expect([answer.status, answer.error.code]).toEqual([429, 'RATE_LIMITED']);
        expect(answer.error.message).toMatch(
          /limit of 40000 bytes.*Nothing was done.*TEAM_IDEMPOTENCY_BYTES/,
        );
        expect(answer.headers['retry-after']).toBe('3600');
        break;
      }
    }
    expect(made).toBeGreaterThan(4);
    expect(made).toBeLessThan(9);
    const deals = Number(
      ((await fixture.team.get('/deals?limit=1')).body.pagination as Json).total,
    );
    const [stored] = await service.sql(
      `select sum(octet_length(response) + 500)::int as n from idempotency_keys where team_id = $1`,
      [fixture.team.id],
    );
    expect(await used()).toBe(stored?.n);
    expect((await post('k0')).headers['idempotency-replayed']).toBe('true');
    expect((await fixture.team.post('/deals', { title: 'without' })).status).toBe(201);
    expect((await post('k0', await service.team())).status).toBe(201);
    const after = Number(
      ((await fixture.team.get('/deals?limit=1')).body.pagination as Json).total,
    );
    expect(after).toBe(deals + 1);
    // A day and an hour later everything is forgotten.
    await service.sql(`update team_usage set since = since - interval '25 hours'`);
    expect((await post('new')).status).toBe(201);
    await service.sql(`update team_usage set since = since - interval '2 hours'`);
    expect((await sweepOnce(service.database)).team_usage).toBeGreaterThan(0);
  });

  test('concurrent ones are all counted', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        fixture.team.post(
          '/contacts'.replace('/contacts', '/deals'),
          { title: 'x' },
          { 'idempotency-key': `many ${i}` },
        ),
      ),
    );
    const done = answers.filter(({ status }) => status === 201).length;
    const [stored] = await service.sql(
      `select sum(octet_length(response) + 500)::int as n, count(*)::int as keys from idempotency_keys where key like 'many %'`,
    );
    expect(stored?.keys).toBe(done);
    expect(await used()).toBe(stored?.n);
  });
});

describe('waiting deliveries', () => {
  test('over the limit visibly switch off the endpoint with the most; its deliveries fail and can be replayed', async () => {
    const receiver = await fixture.receiver();
    const [busy, quiet, hears] = [
      await fixture.endpoint('http://127.0.0.1:1/'),
      await fixture.endpoint('http://127.0.0.1:1/', { events: ['task.created'] }),
      await fixture.endpoint(receiver, { events: ['webhook.disabled'] }),
    ];
    await fixture.deals(12);
    await fixture.team.create('tasks');
    expect(await switchOffWaiting(service.database, 13, log)).toBe(0);
    await fixture.team.create('tasks');
    expect(await switchOffWaiting(service.database, 13, log)).toBe(1);
    const { data } = await fixture.team.get(busy.path);
    expect(data).toMatchObject({
      is_active: false,
      disabled_reason:
        'the team had more than 13 deliveries waiting, most of them for this endpoint',
    });
    expect((await fixture.team.get(quiet.path)).data.is_active).toBe(true);
    for (const { status, reason } of await fixture.stored(busy))
      expect([status, reason]).toEqual(['failed', data.disabled_reason]);
    expect(await fixture.stored(quiet)).toHaveLength(2);
    expect(await fixture.stored(hears)).toMatchObject([{ status: 'pending' }]);
    const events = await service.sql(
      `select count(*)::int as n from events where type = 'deal.created'`,
    );
    expect(events[0]?.n).toBe(12);
    await fixture.team.put(busy.path, { is_active: true, url: receiver.url });
    expect((await fixture.team.post(`${busy.path}/replay`)).data.replayed).toBe(12);
    fixture.deliver();
    await until(() => receiver.requests.length === 13);
  });
});

describe('bytes per minute', () => {
  test('over the limit a team’s deliveries wait, in order, and none is lost; another team’s are sent', async () => {
    const receiver = await fixture.receiver();
    const otherTeam = await service.team();
    const endpoint = await fixture.endpoint(receiver);
    await fixture.endpoint(receiver, {}, otherTeam);
    for (let i = 0; i < 40; i += 1) {
      await fixture.team.create('deals', { title: `${i}`, description: 'x'.repeat(10_000) });
    }
    // Two at once, 10 kB each, until the bucket is empty; then 3 kB per second.
    fixture.deliver({ bytesPerMinute: 180_000 });
    await until(() => receiver.requests.length >= 18);
    const waiting = async () =>
      (await fixture.stored(endpoint)).filter(({ status }) => status === 'pending').length;
    const before = receiver.requests.length;
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(receiver.requests.length - before).toBeLessThan(8);
    expect(await waiting()).toBeGreaterThan(0);
    const theirs = await otherTeam.create('deals');
    await until(() =>
      receiver.requests.some(
        ({ body }) => ((JSON.parse(body.toString()) as Json).data as Json).id === theirs.id,
      ),
    );
    expect(await waiting()).toBeGreaterThan(0);
  });

  test('a bucket refills evenly, and overdrafts are paid back', () => {
    let now = 0;
    const pace = byteRate(60_000, () => now);
    expect(pace.isOpen('a')).toBe(true);
    pace.sends('a', 90_000);
    expect([pace.isOpen('a'), pace.isOpen('b')]).toEqual([false, true]);
    now = 30_000;
    expect(pace.isOpen('a')).toBe(false);
    now = 30_001;
    expect(pace.isOpen('a')).toBe(true);
    pace.sends('a', 1_000);
    expect(pace.isOpen('a')).toBe(false);
    const free = byteRate(0);
    free.sends('a', 1e12);
    expect(free.isOpen('a')).toBe(true);
  });
});
