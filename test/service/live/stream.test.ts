import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { expect, test } from 'vitest';
import type { Row } from '#server/db/database.ts';
import type { Statement } from '#server/db/statement.ts';
import { edgeOf, epochOf } from '#server/events/live/event-reader.ts';
import { databaseOf } from '#test/support/database.ts';
import { useLive } from '#test/support/live/fixture.ts';

/* Completeness and content of a client's live stream. */
const service = useLive();

test('a change made on one node is on the streams of all nodes, complete with its previous values', async () => {
  const team = await service.team();
  const ana = await service.person(team);
  const streams = [
    await service.listen(team, ana, { node: 0 }),
    await service.listen(team, ana, { node: 1 }),
  ];
  for (const stream of streams) {
    expect(stream.status).toBe(200);
    expect(stream.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'x-accel-buffering': 'no',
      'cache-control': 'no-store, no-transform',
      'x-content-type-options': 'nosniff',
    });
    await stream.until('ready');
    expect(stream.retry).toBeGreaterThan(0);
  }
  const client = await team.create('clients', { name: 'João' });
  const { data: changed } = await team.put(`/clients/${client.id}`, { name: 'José' });
  for (const stream of streams) {
    await stream.until('change', ({ type }) => type === 'client.updated');
    expect(stream.changes()).toMatchObject([
      { type: 'client.created', record_id: client.id, data: client, previous: null },
      { type: 'client.updated', record_id: client.id, data: changed, previous: { name: 'João' } },
    ]);
    expect(stream.heard.map(({ event }) => event)).toEqual(['ready', 'change', 'change']);
  }
});

test('replays missed events exactly once after a reconnect, on any node', async () => {
  const team = await service.team();
  const ana = await service.person(team);
  const first = await service.listen(team, ana);
  await first.until('ready');
  const titles: string[] = [];
  const make = async (from: number, count: number) => {
    for (let i = from; i < from + count; i += 1) {
      titles.push(`P${i}`);
      await team.create('projects', { name: `P${i}` });
    }
  };
  await make(0, 5);
  await first.until('change', ({ data }) => (data as { name: string }).name === 'P4');
  // In the middle of what it received, as if the connection broke before the rest arrived.
  const [seen, lastId] = [first.heard[3], first.lastId];
  await make(5, 5);
  // Transactions of other tests on the same server may delay it.
  await first.until('change', ({ data }) => (data as { name: string }).name === 'P9');
  for (const [options, expected] of [
    [{ lastId: seen?.id, node: 1 }, titles.slice(3)],
    [{ query: `?last_event_id=${lastId}` }, titles.slice(5)],
    // From before the first change.
    [{ lastId: first.heard[0]?.id }, titles],
  ] as const) {
    const again = await service.listen(team, ana, options);
    await again.until('ready');
    const names = again.changes().map(({ data }) => (data as { name: string }).name);
    expect(names).toEqual(expected);
    again.close();
  }
});

test('a stream that starts at the cursor of a read sends everything newer', async () => {
  const team = await service.team();
  const ana = await service.person(team);
  const read = async (node: number) => {
    const answer = await fetch(
      `${service.nodes[node]?.address}/panel/teams/${team.slug}/projects?limit=100`,
      { headers: { cookie: `pauta_session=${ana.token}` } },
    );
    const { data } = (await answer.json()) as { data: { name: string }[] };
    return { names: data.map(({ name }) => name), cursor: answer.headers.get('x-live-cursor') };
  };
  const writer = await service.connect();
  await writer.query('begin');
  await writer.query('select pg_current_xact_id()');
  await team.create('projects', { name: 'Antes' });
  // The first starts without followers, the second with one.
  const first = await read(1);
  const open = await service.listen(team, ana, { node: 0 });
  await open.until('ready');
  const second = await read(0);
  await writer.query('commit');
  await team.create('projects', { name: 'Depois' });
  for (const { names, cursor } of [first, second]) {
    expect(names).toEqual(['Antes']);
    const query = `?${new URLSearchParams({ last_event_id: cursor ?? '' })}`;
    const stream = await service.listen(team, ana, { query });
    await stream.until('change', ({ data }) => (data as { name: string }).name === 'Depois');
    const changedNames = stream.changes().map(({ data }) => (data as { name: string }).name);
    expect(new Set([...names, ...changedNames])).toEqual(new Set(['Antes', 'Depois']));
    expect(stream.heard.map(({ event }) => event)).not.toContain('resync');
  }
});

test('a late commit of a slow transaction is sent to open streams and to reconnecting ones', async () => {
  const team = await service.team();
  const ana = await service.person(team);
  const stream = await service.listen(team, ana);
  await stream.until('ready');
  const slow = await service.connect();
  await slow.query('begin');
  await slow.query(
    `insert into events (team_id, id, type, record_id, payload)
      select $1, uuid7(), 'task.created', $1, '{"id":"slow","type":"task.created","created_at":"","data":{},"previous":null}'`,
    [team.id],
  );
  // Transactions that begin later and commit earlier.
  const before = await team.create('projects', { name: 'Antes' });
  const early = await service.listen(team, ana, { node: 1 });
  await early.until('ready');
  await slow.query('commit');
  const after = await team.create('projects', { name: 'Depois' });
  for (const each of [stream, early]) {
    await each.until('change', ({ record_id }) => record_id === after.id);
    const changedIds = each.changes().map(({ id, record_id }) => (id === 'slow' ? id : record_id));
    expect(changedIds.sort()).toEqual(['slow', before.id, after.id].sort());
  }
  const again = await service.listen(team, ana, { lastId: stream.heard[0]?.id });
  await again.until('ready');
  expect(again.changes()).toHaveLength(3);
});

test('an unknown last id is answered by a resync, and the stream continues', async () => {
  const team = await service.team();
  const ana = await service.person(team);
  await team.create('projects');
  const first = await service.listen(team, ana);
  await first.until('ready');
  const project = await team.create('projects');
  await first.until('change');
  const [epoch, from, to, at, id] = first.lastId.split('.');
  const later = (text: string | undefined) =>
    (Number.parseInt(text ?? '', 36) + 1_000).toString(36);
  const aged = (Number.parseInt(at ?? '', 36) - 8 * 24 * 3_600).toString(36);
  for (const [lastId, reason] of [
    // Another database.
    [['0123456789ab', from, to, at, id].join('.'), 'unknown'],
    // This database before a restore: the cursor holds numbers that do not exist yet.
    [[epoch, from, later(to), at, ''].join('.'), 'unknown'],
    // An event that no longer exists.
    [[epoch, from, to, at, '0'.repeat(32)].join('.'), 'too_old'],
    [[epoch, from, to, aged, id].join('.'), 'too_old'],
  ] as const) {
    const stream = await service.listen(team, ana, { lastId });
    const resync = await stream.until('resync');
    expect(resync.data).toEqual({ reason });
    const name = `Depois de ${reason} ${lastId}`;
    await team.put(`/projects/${project.id}`, { name });
    await stream.until('change', ({ data }) => (data as { name: string }).name === name);
    expect(stream.changes()).toHaveLength(1);
    stream.close();
  }
  // An id that no stream of this version ever sent.
  const stream = await service.listen(team, ana, { lastId: 'nonsense' });
  expect((await stream.until('resync')).data).toEqual({ reason: 'unknown' });
});

test('a client that missed too much must refetch', async () => {
  const team = await service.team();
  const ana = await service.person(team);
  const first = await service.listen(team, ana);
  await first.until('ready');
  await service.sql(
    `insert into events (team_id, id, type, record_id, payload)
      select $1, uuid7(clock_timestamp()), 'task.created', $1, '{"id":"x","type":"task.created","created_at":"","data":{},"previous":null}'
      from generate_series(1, 10001)`,
    [team.id],
  );
  await expect.poll(() => first.changes().length, { timeout: 20_000 }).toBe(10_001);
  const again = await service.listen(team, ana, { lastId: first.heard[0]?.id });
  expect((await again.until('resync')).data).toEqual({ reason: 'too_many' });
});

test('after ten minutes away, a thousand changes arrive once each while new ones are made', async () => {
  const team = await service.team();
  const ana = await service.person(team);
  const first = await service.listen(team, ana);
  const { id } = await first.until('ready');
  first.close();
  const write = (from: number, to: number) =>
    service.sql(
      `insert into events (team_id, id, type, record_id, payload)
        select $1, uuid7(clock_timestamp()), 'task.created', $1,
          '{"id":"' || i || '","type":"task.created","created_at":"","data":{},"previous":null}'
        from generate_series($2::int, $3::int - 1) i`,
      [team.id, from, to],
    );
  for (let i = 0; i < 10; i += 1) await write(i * 100, (i + 1) * 100);
  // The fourth part of a cursor is its clock.
  const parts = id.split('.');
  const seconds = Number.parseInt(parts[3] ?? '', 36) - 600;
  const lastId = parts.with(3, seconds.toString(36)).join('.');
  const [again] = await Promise.all([
    service.listen(team, ana, { lastId, node: 1 }),
    ...Array.from({ length: 10 }, (_, i) => write(1_000 + i, 1_001 + i)),
  ]);
  const expected = Array.from({ length: 1_010 }, (_, i) => String(i));
  await expect.poll(() => again.changes().length, { timeout: 20_000 }).toBe(expected.length);
  const changeIds = again.changes().map((each) => String(each.id));
  expect(changeIds.toSorted((a, b) => Number(a) - Number(b))).toEqual(expected);
  expect(again.heard.map(({ event }) => event)).not.toContain('resync');
});

const lineOf = (client: pg.Client) => ({
  run: async ({ text, parameters: names }: Statement, parameters: Record<string, unknown> = {}) =>
    (
      await client.query<Row>(
        text,
        names.map((name) => parameters[name]),
      )
    ).rows,
});

test('the database queries of streams need no superuser rights', async () => {
  const client = await service.connect();
  const role = `plain_${randomBytes(6).toString('hex')}`;
  await client.query(`create role ${role} nosuperuser login`);
  try {
    await client.query(`grant select on events, live_notices to ${role}`);
    await client.query(`set role ${role}`);
    const line = lineOf(client);
    const { epoch, isCitus } = await epochOf(line);
    expect(epoch).toMatch(/^[0-9a-f]{12}$/);
    expect(Number((await edgeOf(line, isCitus)).at)).toBeGreaterThan(0);
  } finally {
    await client.query(`reset role; drop owned by ${role}; drop role ${role}`);
  }
});

test('more events than fit on a page arrive complete and in order', async () => {
  const team = await service.team();
  const ana = await service.person(team);
  const open = await service.listen(team, ana);
  await open.until('ready');
  await service.sql(
    `insert into events (team_id, id, type, record_id, payload)
      select $1, uuid7(clock_timestamp()), 'task.created', $1,
        '{"id":"' || i || '","type":"task.created","created_at":"","data":{"text":"' || repeat('x', 3000) || '"},"previous":null}'
      from generate_series(1, 3000) i`,
    [team.id],
  );
  const expected = Array.from({ length: 3_000 }, (_, i) => String(i + 1));
  await open.until('change', ({ id }) => id === '3000');
  const again = await service.listen(team, ana, { lastId: open.heard[0]?.id });
  await again.until('ready');
  expect(again.changes().map(({ id }) => id)).toEqual(expected);
  expect(open.changes().map(({ id }) => id)).toEqual(expected);
});

test('a long transaction in another database of the server delays no stream', async () => {
  const line = lineOf(await service.connect());
  const { isCitus } = await epochOf(line);
  const otherClient = new pg.Client(databaseOf(service.connection, 'postgres'));
  await otherClient.connect();
  const ownClient = await service.connect();
  try {
    await otherClient.query('begin');
    const { rows } = await otherClient.query('select pg_current_xact_id()::text as xid');
    const team = await service.team();
    await team.create('deals');
    const { edge } = await edgeOf(line, isCitus);
    expect(edge > BigInt(rows[0]?.xid)).toBe(true);

    // One in this database does.
    await ownClient.query('begin');
    const { rows: mine } = await ownClient.query('select pg_current_xact_id()::text as xid');
    await team.create('deals');
    expect((await edgeOf(line, isCitus)).edge <= BigInt(mine[0]?.xid)).toBe(true);
    await ownClient.query('rollback');
    expect((await edgeOf(line, isCitus)).edge > BigInt(mine[0]?.xid)).toBe(true);
  } finally {
    await otherClient.end();
  }
});

test('on Citus, nothing is read until transactions that were being committed are visible on all machines', async () => {
  // The second transaction began after the number was read.
  const prepared = ['a', 'a b', 'b'];
  const readNumbers: unknown[] = [];
  const line = {
    run: async (_: Statement, parameters: Record<string, unknown> = {}) => {
      if (parameters.before !== undefined) {
        readNumbers.push(parameters.before);
        return [{ edge: '7', at: 1, mark: null }];
      }
      return [{ before: String(8 + 3 - prepared.length), prepared: prepared.shift() ?? '' }];
    },
  };
  expect(await edgeOf(line, true)).toEqual({ edge: 7n, at: 1, mark: undefined });
  expect(prepared).toEqual([]);
  expect(readNumbers).toEqual(['8']);
});
