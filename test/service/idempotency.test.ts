import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, test } from 'vitest';
import { resources } from '#server/features/registry.ts';
import { rateLimit } from '#server/http/rate-limit.ts';
import { sweepOnce } from '#server/jobs/sweeps.ts';
import { type ExternalWork, runExternalWork } from '#server/operations/idempotency.ts';
import { ApiError } from '#server/platform/errors.ts';
import { makeLog } from '#server/platform/log.ts';
import { secretsWith } from '#server/platform/secrets.ts';
import {
  call,
  type Json,
  minimal,
  startApp,
  type TestTeam,
  useService,
} from '#test/support/harness.ts';

const service = useService();
let team: TestTeam;
let keys = 0;
const nextKey = () => ({ 'idempotency-key': `key ${++keys}` });
beforeAll(async () => {
  team = await service.team();
});

const total = async (path: string) =>
  ((await team.get(path)).body.pagination as Json).total as number;

describe.each(resources.map(({ table: resource }) => ({ name: resource.name, resource })))(
  '$name',
  ({ name, resource }) => {
    const { path } = resource;

    test('a repeated request runs once and gets the same answer', async () => {
      const key = nextKey();
      const body = await minimal(team, name);
      const before = await total(path);
      const first = await team.post(path, body, key);
      expect(first.status).toBe(201);
      expect(first.headers['idempotency-replayed']).toBeUndefined();
      for (let i = 0; i < 3; i++) {
        const again = await team.post(path, body, key);
        expect(again.status).toBe(201);
        expect(again.text).toBe(first.text);
        expect(again.headers['idempotency-replayed']).toBe('true');
        expect(again.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
      }
      expect(await total(path)).toBe(before + 1);
    });

    test('fifty concurrent requests have one effect; each gets its answer, 409 or 429', async () => {
      const key = nextKey();
      const body = await minimal(team, name);
      const before = await total(path);
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => team.post(path, body, key)),
      );
      const created = answers.filter((answer) => answer.status === 201);
      expect(created.length).toBeGreaterThan(0);
      expect(new Set(created.map((answer) => answer.text)).size).toBe(1);
      for (const answer of answers.filter((each) => each.status !== 201)) {
        // On a busy machine the first may take so long that too many requests of the team are waiting.
        expect(['409 CONFLICT', '429 TEAM_BUSY']).toContain(
          `${answer.status} ${answer.error.code}`,
        );
      }
      expect(await total(path)).toBe(before + 1);
      expect((await team.post(path, body, key)).text).toBe(created[0]?.text);
    });

    test('a refusal is stored and replayed like any answer', async () => {
      const key = nextKey();
      const refused = await team.post(path, { nonsense: true }, key);
      expect(refused.status).toBe(400);
      const again = await team.post(path, { nonsense: true }, key);
      expect(again.text).toBe(refused.text);
      expect(again.status).toBe(400);
      expect(again.headers['idempotency-replayed']).toBe('true');
      const corrected = await team.post(path, await minimal(team, name), key);
      expect(corrected.status).toBe(422);
      expect(corrected.error.code).toBe('IDEMPOTENCY_KEY_REUSED');
    });
  },
);

test('while the first request runs, the same key is 409 at once', async () => {
  const key = nextKey();
  const holder = new pg.Client(service.connection);
  await holder.connect();
  await holder.query('begin; lock table projects in exclusive mode');
  const first = team.post('/projects', { name: 'Espera' }, key);
  await expect
    .poll(() =>
      // Copies of a database have the same numbers of tables.
      service.sql(
        `select 1 from pg_locks where relation = 'projects'::regclass and not granted
          and database = (select oid from pg_database where datname = current_database())`,
      ),
    )
    .toHaveLength(1);
  const second = await team.post('/projects', { name: 'Espera' }, key);
  expect([second.status, second.error.code]).toEqual([409, 'CONFLICT']);
  // The only conflict that is worth retrying.
  expect(second.headers['retry-after']).toBe('1');
  await holder.query('commit');
  await holder.end();
  expect((await first).status).toBe(201);
  expect((await team.post('/projects', { name: 'Espera' }, key)).text).toBe((await first).text);
});

test('another body, path or spelling of the body is a different request', async () => {
  const key = nextKey();
  await team.post('/projects', '{"name":"a"}', key);
  for (const [path, body] of [
    ['/projects', '{"name":"b"}'],
    ['/projects', '{"name": "a"}'],
    ['/webhooks', '{"name":"a"}'],
  ] as const) {
    const answer = await team.post(path, body, key);
    expect(answer.status).toBe(422);
    expect(answer.error.code).toBe('IDEMPOTENCY_KEY_REUSED');
  }
});

test('every kind of refusal is replayed: syntax, media type, missing link, duplicate', async () => {
  await team.post('/projects', { name: 'Slug', slug: 'tomado' });
  const cases: [string, unknown, Record<string, string>, number][] = [
    ['/projects', '{', {}, 400],
    ['/projects', '{}', { 'content-type': 'text/plain' }, 415],
    ['/deals', { title: 'x', client_id: team.id }, {}, 404],
    ['/projects', { name: 'x', slug: 'tomado' }, {}, 422],
  ];
  for (const [path, body, headers, status] of cases) {
    const key = nextKey();
    const first = await team.post(path, body, { ...headers, ...key });
    const again = await team.post(path, body, { ...headers, ...key });
    expect(first.status, first.text).toBe(status);
    expect([again.status, again.text, again.headers['idempotency-replayed']]).toEqual([
      status,
      first.text,
      'true',
    ]);
  }
});

test('a key is 1 to 255 characters', async () => {
  expect(
    (await team.post('/projects', { name: 'x' }, { 'idempotency-key': 'k'.repeat(255) })).status,
  ).toBe(201);
  for (const key of ['', 'k'.repeat(256), 'é', 'a\tb']) {
    const answer = await team.post('/projects', { name: 'x' }, { 'idempotency-key': key });
    expect(answer.status, key).toBe(400);
    expect(answer.error.message).toContain('Idempotency-Key');
  }
});

test('a key is free again after 24 hours, and the worker removes expired ones', async () => {
  const key = nextKey();
  const first = await team.post('/projects', { name: 'Dia' }, key);
  await service.sql(
    `update idempotency_keys set created_at = now() - interval '24 hours' where key = $1`,
    [key['idempotency-key']],
  );
  const second = await team.post('/projects', { name: 'Dia' }, key);
  expect(second.headers['idempotency-replayed']).toBeUndefined();
  expect(second.data.id).not.toBe(first.data.id);
  expect((await team.post('/projects', { name: 'Dia' }, key)).text).toBe(second.text);

  const before = await service.sql('select count(*)::int as n from idempotency_keys');
  await service.sql(
    `update idempotency_keys set created_at = now() - interval '25 hours' where key <> $1`,
    [key['idempotency-key']],
  );
  expect((await sweepOnce(service.database)).idempotency_keys).toBe((before[0]?.n as number) - 1);
  expect(await service.sql('select key from idempotency_keys')).toEqual([
    { key: key['idempotency-key'] },
  ]);
});

test('a key that is reused while the worker removes expired ones is kept', async () => {
  const key = nextKey();
  await team.post('/projects', { name: 'Dia' }, key);
  await service.sql(
    `update idempotency_keys set created_at = now() - interval '25 hours' where key = $1`,
    [key['idempotency-key']],
  );
  // Holds a lock like an unfinished request with the key.
  await service.sql('begin');
  await service.sql('update idempotency_keys set created_at = now() where key = $1', [
    key['idempotency-key'],
  ]);
  const sweep = sweepOnce(service.database);
  await expect
    .poll(async () => {
      // Within a transaction the statistics stay as they were at the first read.
      await service.sql('select pg_stat_clear_snapshot()');
      return service.sql(`select 1 from pg_stat_activity where datname = current_database()
        and wait_event_type = 'Lock' and query like '%delete from idempotency_keys%'`);
    })
    .toHaveLength(1);
  await service.sql('commit');
  expect((await sweep).idempotency_keys).toBe(0);
  expect(
    await service.sql('select key from idempotency_keys where key = $1', [key['idempotency-key']]),
  ).toHaveLength(1);
});

test('a replayed secret is complete, and is stored only encrypted', async () => {
  const key = nextKey();
  const first = await team.post('/webhooks', { name: 'Segredo' }, key);
  const secret = first.data.secret_token as string;
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect((await team.post('/webhooks', { name: 'Segredo' }, key)).text).toBe(first.text);
  const rows = await service.sql(`
    select encode(response, 'escape') as text from idempotency_keys
    union all select encode(secret_token, 'escape') from webhooks`);
  for (const row of rows) expect(row.text).not.toContain(secret.slice(6, 30));
});

test('a stored answer that cannot be decrypted is reported as such, and nothing runs again', async () => {
  const otherApp = await startApp(
    service.database,
    service.keys,
    rateLimit(0, undefined, makeLog('silent')),
    secretsWith(randomBytes(32)),
  );
  const cases: [path: string, body: unknown, status: number][] = [
    ['/projects', { name: 'Chave nova' }, 201],
    ['/webhooks', { name: 'Chave nova' }, 201],
    ['/projects', { nonsense: true }, 400],
    ['/msgapp/messages', { inbox_id: team.inbox, phone: '5511987650001', content: 'Oi' }, 201],
    ['/msgapp/messages', { inbox_id: team.inbox, phone: '5511987650000', content: 'Oi' }, 502],
  ];
  for (const [path, body, status] of cases) {
    const key = nextKey();
    expect((await team.post(path, body, key)).status).toBe(status);
    const counted = () =>
      service.sql(`select (select count(*)::int from projects) as projects,
        (select count(*)::int from webhooks) as webhooks, (select count(*)::int from messages) as messages`);
    const before = await counted();
    for (let i = 0; i < 2; i += 1) {
      const again = await call(otherApp, team.key, 'POST', path, body, key);
      expect([again.status, again.error.code]).toEqual([409, 'CONFLICT']);
      expect(again.error.message).toContain(`already answered with ${status}`);
      expect(again.headers['idempotency-replayed']).toBeUndefined();
    }
    expect(await counted()).toEqual(before);
    // Nodes that still have the right key answer as before; a different request is a different request on both.
    expect((await team.post(path, body, key)).status).toBe(status);
    expect((await call(otherApp, team.key, 'POST', path, {}, key)).status).toBe(422);
  }
  await otherApp.close();
});

test('other methods ignore the header', async () => {
  const project = await team.create('projects');
  const key = nextKey();
  for (const name of ['a', 'b']) {
    const answer = await team.call('PUT', `/projects/${project.id}`, { name }, key);
    expect(answer.status).toBe(200);
    expect(answer.data.name).toBe(name);
  }
});

test('a request whose answer was not stored because the database failed runs again', async () => {
  const key = nextKey();
  await service.sql(
    `alter table idempotency_keys add constraint broken check (key <> '${key['idempotency-key']}') not valid`,
  );
  const before = await total('/projects');
  const failed = await team.post('/projects', { name: 'Queda' }, key);
  expect(failed.status).toBe(500);
  // Record and answer commit together, so neither exists without the other.
  expect(await total('/projects')).toBe(before);
  await service.sql('alter table idempotency_keys drop constraint broken');
  expect((await team.post('/projects', { name: 'Queda' }, key)).status).toBe(201);
});

test('the outcome of an external action is stored despite a short database outage, with a key and without', async () => {
  const db = service.database.team(team.id);
  for (const key of [undefined, nextKey()['idempotency-key']]) {
    const calls: string[] = [];
    let outages = 2;
    const work: ExternalWork<{ id: string }> = {
      async intend() {
        calls.push('intended');
        return { id: uuidv7() };
      },
      async perform() {
        calls.push('done');
        return async () => {
          outages -= 1;
          if (outages >= 0) throw new ApiError('UNAVAILABLE', 'away');
          return { status: 201, body: '{"it":"is done"}' };
        };
      },
      recall: () => Promise.reject(new Error('nothing was left')),
      unstored: () => ({ status: 502, body: '{}' }),
      onLost: () => calls.push('lost'),
    };
    const keyed = key && {
      key,
      method: 'POST',
      path: '/x',
      body: Buffer.from('{}'),
      caller: { userId: null, seesValues: true },
      mostBytes: 0,
    };
    const ask = () => runExternalWork(db, service.secrets, keyed || undefined, work);
    expect(await ask()).toEqual({ status: 201, body: '{"it":"is done"}' });
    expect(calls).toEqual(['intended', 'done']);
    if (key) expect(await ask()).toEqual({ status: 201, body: '{"it":"is done"}', replayed: true });
  }
});
