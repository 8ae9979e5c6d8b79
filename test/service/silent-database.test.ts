import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { defaultTimeouts, openDatabase } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import { openMessaging } from '#server/features/receiving/local-messaging.ts';
import { startSweeps } from '#server/jobs/sweeps.ts';
import { secretsWith } from '#server/platform/secrets.ts';
import { openLine } from '#test/support/database-proxy.ts';
import { scratch, storageIn } from '#test/support/files/fixture.ts';
import { cleanUp, connectTo, newDatabase } from '#test/support/processes.ts';

/* A database that vanishes silently, like a host that loses power: connections stay open, and nothing arrives over them. */
afterAll(cleanUp);

const ask = teamStatement('select $team::text as team');
const refused = teamStatement("select $team::text, ('x' || $team)::integer");
const whose = teamStatement('select $team::text, pg_backend_pid() as pid');
const dawdle = teamStatement('select $team::text, pg_sleep(1)');
const team = '0193a5c8-7b1e-7c55-9c1f-2f4b8d0e6a11';

test('a silent database counts as unavailable after a while, and new connections are opened', async () => {
  const line = await openLine(await newDatabase('migrated'));
  const limits = { ...defaultTimeouts.work, answer: 1_000 };
  const database = openDatabase(line.connection, 'test', 2, () => {}, limits);
  const db = database.team(team);
  expect(await db.run(ask)).toEqual([{ team }]);

  line.silence();
  await expect(db.run(ask)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(await db.run(ask)).toEqual([{ team }]);

  // In the middle of a transaction too.
  const broken = db.transaction(async (tx) => {
    await tx.run(ask);
    line.silence();
    await tx.run(ask);
  });
  await expect(broken).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(await db.run(ask)).toEqual([{ team }]);

  await line.close();
  await database.close();
});

test('the server may end a connection that is being closed', async () => {
  const connection = await newDatabase('migrated');
  const otherClient = await connectTo(connection);
  const limits = { ...defaultTimeouts.work, statement: 20 };
  const database = openDatabase(connection, 'closing', 20, () => {}, limits);
  const db = database.team(team);
  for (let i = 0; i < 10; i += 1) {
    const transactions = Array.from({ length: 20 }, () => db.transaction((tx) => tx.run(dawdle)));
    const ended = transactions.map((each) =>
      expect(each).rejects.toMatchObject({ code: 'UNAVAILABLE' }),
    );
    await Promise.race(transactions).catch(() => {});
    await otherClient.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'pauta closing'`,
    );
    await Promise.all(ended);
  }
  await database.close();
});

test('a query that the database refuses costs no connection', async () => {
  const database = openDatabase(await newDatabase('migrated'), 'test', 1, () => {});
  const db = database.team(team);
  const [before] = await db.run(whose);
  for (let i = 0; i < 3; i += 1) await expect(db.run(refused)).rejects.toThrow('integer');
  await expect(db.transaction((tx) => tx.run(refused))).rejects.toThrow('integer');
  expect(await db.run(whose)).toEqual([before]);
  await database.close();
});

test('a read-only session counts as unavailable, and is not used again', async () => {
  const connection = await newDatabase('migrated');
  const database = openDatabase(connection, 'test', 1, () => {});
  const db = database.team(team);
  const writes = teamStatement('update teams set name = name where id = $team');
  const demotes = teamStatement(
    "select $team::text, set_config('default_transaction_read_only', 'on', false)",
  );
  await db.run(demotes);
  await expect(db.run(writes)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await expect(db.run(writes)).resolves.toEqual([]);
  await database.close();
});

test('sweeps without a database log one line each, without a stack', async () => {
  const line = await openLine(await newDatabase('migrated'));
  await line.close();
  const database = openDatabase(line.connection, 'test', 1, () => {});
  const options = { jidSuffix: 's.msgapp.net', sandboxDelayMs: 0 };
  const messaging = openMessaging(database, secretsWith(randomBytes(32)), options);
  const lines: string[] = [];
  const files = scratch();
  await startSweeps(
    database,
    messaging,
    storageIn(files.path),
    pino({ base: null }, { write: (text) => lines.push(text) }),
    {
      isSteady: async () => true,
    },
  ).stop();
  const failed = {
    level: 40,
    time: expect.any(Number),
    reason: expect.stringContaining('out of reach'),
    msg: 'a sweep failed; it will run again',
  };
  // Expired rows, and totals to be refreshed.
  expect(lines.map((text) => JSON.parse(text))).toEqual([failed, failed]);
  files.remove();
  messaging.stop();
  await database.close();
});
