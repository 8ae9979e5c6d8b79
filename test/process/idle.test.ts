import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newKey } from '#server/platform/api-key.ts';
import { request } from '#test/support/http.ts';
import { cleanUp, connectTo, newDatabase, onDatabase, serve } from '#test/support/processes.ts';
import { until } from '#test/support/wait.ts';
import { type Receiver, startReceiver } from '#test/support/webhooks/fixture.ts';

/* A service without work, and work of which its worker hears nothing: docs/adr/0136. */

const key = newKey();
let client: Awaited<ReturnType<typeof connectTo>>;
let origin: string;
let receiver: Receiver;

beforeAll(async () => {
  const connection = await newDatabase('empty');
  client = await connectTo(connection);
  receiver = await startReceiver();
  const env = { ...onDatabase(connection), WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' };
  const web = await serve({ ...env, BOOTSTRAP_API_KEY: key, ROLE: 'web' });
  await serve({ ...env, ROLE: 'worker' });
  origin = web.origin;
});
afterAll(async () => {
  await receiver?.close();
  await cleanUp();
});

const post = async (path: string, body: object) => {
  const reply = await request(`${origin}/api/v1/${path}`, { method: 'POST', key, body });
  expect(reply.status, reply.text).toBe(201);
  return String(reply.data.id);
};

const one = async (sql: string) => (await client.query<{ value: number }>(sql)).rows[0]?.value;

test('a service without work runs few transactions', async () => {
  const seenAt = async () =>
    Number(await one('select extract(epoch from seen_at)::float8 as value from clock'));
  /** Waits for the worker's next check of the clock, which is due every ten seconds and late on a busy machine. @returns its time in seconds */
  const nextCheck = async () => {
    const seen = await seenAt();
    for (;;) {
      await sleep(500);
      const now = await seenAt();
      if (now !== seen) return now;
    }
  };
  const committed = async () => {
    await client.query('select pg_stat_clear_snapshot()');
    return (
      (await one(
        'select xact_commit::int as value from pg_stat_database where datname = current_database()',
      )) ?? 0
    );
  };
  const start = await nextCheck();
  const before = await committed();
  await nextCheck();
  const seconds = (await nextCheck()) - start;
  // 5 on a quiet machine; on a busy one, the first sweeps may come as late as here. 70 if each of seven queues were polled ten times a second.
  expect(((await committed()) - before) / seconds).toBeLessThan(30);
}, 120_000);

test('a delivery arrives even without a notification', async () => {
  const webhook = await post('webhooks', {
    name: 'w',
    url: receiver.url,
    events: ['deal.created'],
  });
  await post('deals', { title: 'announced' });
  await until(() => receiver.requests.length === 1);
  await client.query(
    `with e as (
      insert into events (team_id, id, type, record_id, payload)
      select team_id, uuid7(), type, record_id, payload from events where type = 'deal.created' returning *)
    insert into deliveries (team_id, webhook_id, id, event, record_id, next_attempt_at, created_at)
    select team_id, '${webhook}', id, type, record_id, now(), now() from e`,
  );
  await until(() => receiver.requests.length === 2);
});
