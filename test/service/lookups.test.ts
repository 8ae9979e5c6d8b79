import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  type Database,
  defaultTimeouts,
  openDatabase,
  type Timeouts,
} from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import { openLine } from '#test/support/database-proxy.ts';
import { cleanUp, connectTo, newDatabase } from '#test/support/processes.ts';

/* Look-ups share connections: a failure of one must neither affect nor block the others. */

const team = '0193a5c8-7b1e-7c55-9c1f-2f4b8d0e6a11';
const otherTeam = '0193a5c8-7b1e-7c55-9c1f-2f4b8d0e6a12';
const whose = teamStatement(
  'select $team::text as team, $n::integer as n, pg_backend_pid() as pid',
);
const slow = teamStatement(
  'select $team::text as team, $n::integer as n, pg_backend_pid() as pid, pg_sleep($seconds)::text as slept',
);

let connection: Awaited<ReturnType<typeof newDatabase>>;
const opened: Database[] = [];
function open(size: number, to = connection, limits: Timeouts = defaultTimeouts.work): Database {
  const database = openDatabase(to, 'lookups', size, () => {}, limits);
  opened.push(database);
  return database;
}
beforeAll(async () => {
  connection = await newDatabase('migrated');
});
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});
afterAll(cleanUp);

test('many at once use few connections, and each gets its own answer and team', async () => {
  const database = open(10);
  const teams = [database.team(team), database.team(otherTeam)];
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, n) => teams[n % 2]?.lookUp(whose, { n })),
  );
  expect(answers.map((rows) => rows?.[0])).toEqual(
    Array.from({ length: 40 }, (_, n) =>
      expect.objectContaining({ n, team: [team, otherTeam][n % 2] }),
    ),
  );
  expect(new Set(answers.map((rows) => rows?.[0]?.pid)).size).toBeLessThanOrEqual(6);
  expect(database.pool()).toMatchObject({ waiting: 0 });
  expect(database.pool().idle).toBe(database.pool().total);
});

const scanning: Timeouts = { ...defaultTimeouts.work, scan: 200 };

test('scans of few records share a connection with those of their team only', async () => {
  const database = open(10, connection, scanning);
  const admin = await connectTo(connection);
  const first = database.team(team).scanFew(slow, { n: 1, seconds: 0.5 });
  const asleep = `select from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`;
  await expect.poll(async () => (await admin.query(asleep)).rowCount).toBe(1);
  const [second, others] = await Promise.all(
    [team, otherTeam].map((each) => database.team(each).scanFew(whose, { n: 2 })),
  );
  const [{ pid } = {}] = await first;
  expect(second).toMatchObject([{ n: 2, team, pid }]);
  expect(others).toMatchObject([{ n: 2, team: otherTeam }]);
  expect(others?.[0]?.pid).not.toBe(pid);
});

test('scans of few records that are slow use a separate pool and a shorter timeout', async () => {
  const db = open(10, connection, scanning).team(team);
  const [{ pid } = {}] = await db.scanFew(slow, { n: 1, seconds: 0.3 });
  const [next] = await db.scanFew(whose, { n: 2 });
  expect(next?.pid).not.toBe(pid);
  await expect(db.scanFew(slow, { n: 3, seconds: 20 })).rejects.toMatchObject({
    code: 'TOO_COSTLY',
  });
});

test('statements that sum up records use the separate pool from the first on, with the longer timeout of ordinary statements', async () => {
  const limits = { ...scanning, statement: 2_000 };
  const db = open(10, connection, limits).team(team);
  const [{ pid } = {}] = await db.run(whose, { n: 1 });
  const [summed] = await db.aggregate(slow, { n: 2, seconds: 0.5 });
  expect(summed).toMatchObject({ n: 2, team });
  expect(summed?.pid).not.toBe(pid);
  expect(await db.run(whose, { n: 3 })).toMatchObject([{ pid }]);
  await expect(db.aggregate(slow, { n: 4, seconds: 20 })).rejects.toMatchObject({
    code: 'TOO_COSTLY',
  });
  await expect(db.aggregate(slow, { n: 'many', seconds: 0 })).rejects.toMatchObject({
    name: 'error',
  });
  const loops = `select current_setting('enable_nestloop') as loops where $team::uuid is not null`;
  const [joining] = await db.aggregate(teamStatement(loops, { joinsMost: true }));
  expect([joining, ...(await db.aggregate(teamStatement(loops)))]).toEqual([
    { loops: 'off' },
    { loops: 'on' },
  ]);
  // A slow scan on the same connection has its shorter timeout again.
  await db.scan(slow, { n: 5, seconds: 0.3 });
  await expect(db.scan(slow, { n: 6, seconds: 1 })).rejects.toMatchObject({ code: 'TOO_COSTLY' });
  expect(await db.aggregate(whose, { n: 7 })).toMatchObject([{ n: 7, team }]);
});

test('a refused look-up fails alone', async () => {
  const db = open(1).team(team);
  const outcomes = await Promise.allSettled(
    [1, 'many', 2, '99999999999', 3].map((n) => db.lookUp(whose, { n })),
  );
  expect(outcomes.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
  const pids = outcomes.flatMap((each) => (each.status === 'fulfilled' ? each.value[0]?.pid : []));
  expect(new Set(pids).size).toBe(1);
  expect(await db.lookUp(whose, { n: 4 })).toMatchObject([{ n: 4, pid: pids[0] }]);
});

test('a long series of them does not block the only connection for others', async () => {
  const db = open(1).team(team);
  let isWanted = true;
  let served = 0;
  const lookingUp = Array.from({ length: 6 }, async () => {
    for (; isWanted; served += 1) await db.lookUp(slow, { n: 1, seconds: 0.002 });
  });
  for (let i = 0; i < 5; i += 1) {
    await db.run(whose, { n: i });
    await db.transaction((tx) => tx.run(whose, { n: i }));
  }
  const before = served;
  await expect.poll(() => served).toBeGreaterThan(before + 100);
  isWanted = false;
  await Promise.all(lookingUp);
});

test('inside a transaction they see its writes', async () => {
  const db = open(2).team(team);
  const set = teamStatement(`select $team::text, set_config('pauta.test', $n::text, true)`);
  const get = teamStatement(`select $team::text as team, current_setting('pauta.test', true) as n`);
  await db.transaction(async (tx) => {
    await tx.run(set, { n: '7' });
    expect(await tx.lookUp(get)).toEqual([{ team, n: '7' }]);
  });
});

test('a connection that breaks fails the look-ups on it, and the next ones are served', async () => {
  const db = open(1).team(team);
  const admin = await connectTo(connection);
  const [row] = await db.lookUp(whose, { n: 0 });
  const under = Promise.allSettled([1, 2, 3].map((n) => db.lookUp(slow, { n, seconds: 20 })));
  const asleep = `select from pg_stat_activity where pid = $1 and wait_event = 'PgSleep'`;
  await expect.poll(async () => (await admin.query(asleep, [row?.pid])).rowCount).toBe(1);
  await admin.query('select pg_terminate_backend($1::int)', [row?.pid]);
  for (const outcome of await under)
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'UNAVAILABLE' } });
  expect(await db.lookUp(whose, { n: 4 })).toMatchObject([{ n: 4 }]);
});

test('a silent database counts as unavailable for all look-ups that wait on that connection', async () => {
  const line = await openLine(connection);
  const db = open(1, line.connection, { ...defaultTimeouts.work, answer: 1_000 }).team(team);
  await db.lookUp(whose, { n: 0 });
  line.silence();
  const under = [1, 2, 3].map((n) => db.lookUp(whose, { n }));
  await Promise.all(
    under.map((each) => expect(each).rejects.toMatchObject({ code: 'UNAVAILABLE' })),
  );
  expect(await db.lookUp(whose, { n: 4 })).toMatchObject([{ n: 4 }]);
  await line.close();
});

test('without a database all waiting look-ups fail as unavailable', async () => {
  const db = open(2, { host: '127.0.0.1', port: 1 }).team(team);
  for (let i = 0; i < 2; i += 1)
    await Promise.all(
      [1, 2, 3].map((n) =>
        expect(db.lookUp(whose, { n })).rejects.toMatchObject({ code: 'UNAVAILABLE' }),
      ),
    );
});
