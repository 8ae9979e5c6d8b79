import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import {
  type Database,
  defaultTimeouts,
  openDatabase,
  type Timeouts,
} from '#server/db/database.ts';
import { fairQueue, type Release } from '#server/db/fair-queue.ts';
import { teamStatement } from '#server/db/statement.ts';
import { cleanUp, connectTo, newDatabase } from '#test/support/processes.ts';
import { until } from '#test/support/wait.ts';

/* Fair queue for connections: no team keeps the others from the database. */

const team = '0193a5c8-7b1e-7c55-9c1f-2f4b8d0e6a11';
const otherTeam = '0193a5c8-7b1e-7c55-9c1f-2f4b8d0e6a12';
const slow = teamStatement(
  'select $team::text as team, pg_sleep($seconds)::text as slept, pg_backend_pid() as pid',
);

/** The same, blocked by a lock that the test holds. */
const held = teamStatement(
  'select $team::text as team, pg_advisory_xact_lock_shared(8117)::text as had, pg_sleep($seconds)::text as slept',
);

/** Takes all places available to one team; the rest wait. */
async function takeAll(turns: ReturnType<typeof fairQueue>, whose: string): Promise<Release[]> {
  const taken: Release[] = [];
  for (let i = 0; i < 20; i += 1)
    turns.acquire(whose).then(
      (leave) => taken.push(leave),
      () => {},
    );
  await sleep(1);
  return taken;
}

test('a team alone gets a little more than half of the places; each further team still gets some', async () => {
  const turns = fairQueue(10, 60_000);
  const counts: number[] = [];
  for (const whose of ['a', 'b', 'c', 'd']) counts.push((await takeAll(turns, whose)).length);
  expect(counts).toEqual([5, 3, 1, 1]);
  expect([turns.waiting('a'), turns.waiting('b'), turns.queueCount()]).toEqual([15, 17, 4]);
});

test('freed places go to the teams in turn, within a team in the order of requests', async () => {
  const turns = fairQueue(1, 60_000);
  const leave = await turns.acquire('a');
  const served: string[] = [];
  const all = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map(async (name) => {
    const mine = await turns.acquire(name.slice(0, 1));
    served.push(name);
    await sleep(1);
    mine(true);
  });
  leave(true);
  await Promise.all(all);
  expect(served).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  expect([turns.waiting(), turns.queueCount()]).toEqual([0, 0]);
});

test('a request that waits too long behind its own team is refused as busy; behind an idle database, as an outage', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'performance'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const turns = fairQueue(3, 1_000);
  const refusalOf = (whose: string) =>
    turns.acquire(whose).then(
      () => undefined,
      (error: unknown) => error,
    );
  const [first] = await takeAll(turns, 'a');
  await turns.acquire('b');
  const refusals = Promise.all([refusalOf('a'), refusalOf('b')]);
  await vi.advanceTimersByTimeAsync(700);
  first?.(true);
  await vi.advanceTimersByTimeAsync(400);
  expect(await refusals).toMatchObject([
    { code: 'TEAM_BUSY', status: 429 },
    { code: 'UNAVAILABLE', status: 503 },
  ]);
});

test('a request waits half as long behind statements of its team that hang, and as long as ever behind other teams', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'performance'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const turns = fairQueue(3, 1_000);
  const refused: string[] = [];
  const ask = (name: string): void => {
    turns.acquire(name.slice(0, 1)).catch(() => refused.push(name));
  };
  await takeAll(turns, 'a');
  await turns.acquire('b');
  refused.length = 0;
  await vi.advanceTimersByTimeAsync(400);
  ask('a early');
  await vi.advanceTimersByTimeAsync(200);
  ask('a late');
  ask('c');
  await vi.advanceTimersByTimeAsync(480);
  expect(refused).toEqual([]);
  await vi.advanceTimersByTimeAsync(40);
  expect(refused).toEqual(['a late']);
  await vi.advanceTimersByTimeAsync(260);
  expect(refused).toEqual(['a late']);
  await vi.advanceTimersByTimeAsync(40);
  expect(refused).toEqual(['a late', 'a early']);
  await vi.advanceTimersByTimeAsync(220);
  expect(refused).toEqual(['a late', 'a early', 'c']);
});

const opened: Database[] = [];
let connection: Awaited<ReturnType<typeof newDatabase>>;
beforeAll(async () => {
  connection = await newDatabase('migrated');
});
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});
afterAll(cleanUp);

/** A database with the options of a serving process. */
/** Limits of requests, but statements may take as long as a busy machine needs. */
const patient = { ...defaultTimeouts.request, connect: 60_000, statement: 60_000, answer: 60_000 };

function open(
  onScanner?: (processId: number) => void,
  timeouts: Timeouts = defaultTimeouts.request,
): Database {
  const database = openDatabase(connection, 'turns', 10, () => {}, timeouts, onScanner);
  opened.push(database);
  return database;
}

test("one team's slow statements do not hold up another's", async () => {
  const database = open(undefined, patient);
  // Opens its connections first, since that takes time too.
  await Promise.all(
    [team, otherTeam, otherTeam].map((of) => database.team(of).run(slow, { seconds: 0.1 })),
  );
  const operator = await connectTo(connection);
  await operator.query('select pg_advisory_lock(8117)');
  const busy = Array.from({ length: 30 }, () =>
    database
      .team(team)
      .run(held, { seconds: 0.5 })
      .catch((error: unknown) => error),
  );
  await until(async () => {
    const { rows } = await operator.query(
      `select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`,
    );
    return rows.length > 0;
  });
  for (const how of ['run', 'lookUp', 'scan'] as const)
    await database.team(otherTeam)[how](slow, { seconds: 0 });
  await database.team(otherTeam).transaction((tx) => tx.run(slow, { seconds: 0 }));
  await database.ping();
  // None of the busy team's statements can end earlier.
  await operator.query('select pg_advisory_unlock(8117)');
  const refused = (await Promise.all(busy)).filter((answer) => !Array.isArray(answer));
  expect(refused.length).toBeGreaterThan(0);
  for (const each of refused) expect(each).toMatchObject({ code: 'TEAM_BUSY' });
});

test('slow scans of a team have dedicated connections and less time, and are refused as too expensive', async () => {
  const scanners: unknown[] = [];
  // Statements wait three seconds behind each other, so that a busy machine can cancel two before.
  const limits = { ...defaultTimeouts.request, queueWait: 2_500, connect: 60_000, answer: 60_000 };
  const database = open((processId) => scanners.push(processId), limits);
  const scan = (of: string, seconds: number) =>
    database
      .team(of)
      .scan(slow, { seconds })
      .catch((error: unknown) => error);
  const pidOf = (answer: unknown) => (answer as { pid: number }[])[0]?.pid;
  // While they are quick they are like any other statement.
  expect(pidOf(await scan(team, 0))).toBe(
    pidOf(await database.team(team).run(slow, { seconds: 0 })),
  );
  await scan(team, 0.1);
  const scans = Array.from({ length: 16 }, () => scan(team, 3));
  // The other team's are neither delayed nor moved there.
  const quick = pidOf(await scan(otherTeam, 0));
  const answers = await Promise.all(scans);
  expect(scanners.length).toBeGreaterThan(0);
  expect(scanners).not.toContain(quick);
  expect(answers[0]).toMatchObject({ code: 'TOO_COSTLY', status: 422 });
  const codes = answers.slice(1).map((answer) => (answer as { code: string }).code);
  expect(codes).not.toContain('UNAVAILABLE');
  expect(codes).toContain('TEAM_BUSY');
  // Such a cancellation does not close the connection.
  expect(scanners).toContain(pidOf(await scan(team, 0)));
  expect(scanners.length).toBeLessThanOrEqual(3);
});

test('lost connections give their places back', async () => {
  const database = open(undefined, patient);
  const admin = await connectTo(connection);
  for (let round = 0; round < 5; round += 1) {
    const [row] = await database.team(team).run(slow, { seconds: 0 });
    const under = database.team(team).run(slow, { seconds: 50 });
    const gone = expect(under).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect
      .poll(async () => {
        const { rowCount } = await admin.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'pauta turns' and state = 'active'`,
        );
        return rowCount;
      })
      .toBeGreaterThan(0);
    await gone;
    expect(row).toMatchObject({ team });
  }
  await runsAtOnce(database, 4);
});

/** Waits until a team runs this number of statements at once. */
async function runsAtOnce(database: Database, count: number): Promise<void> {
  const admin = await connectTo(connection);
  await admin.query('select pg_advisory_lock(8117)');
  const all = Array.from({ length: 12 }, () =>
    database
      .team(team)
      .run(held, { seconds: 0 })
      .catch(() => {}),
  );
  const active = async () => {
    const { rows } = await admin.query(
      `select count(*)::int as n from pg_stat_activity where application_name = 'pauta turns' and state = 'active'`,
    );
    return (rows[0] as { n: number }).n;
  };
  await expect.poll(active).toBe(count);
  await admin.query('select pg_advisory_unlock(8117)');
  await Promise.all(all);
}
