import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Database, defaultTimeouts, openDatabase } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import { createTeam } from '#server/features/accounts/teams.ts';
import contacts from '#server/features/crm/contacts/operations.ts';
import type { Context } from '#server/operations/context.ts';
import { perform } from '#server/operations/operation.ts';
import { missing } from '#server/records/totals.ts';
import { cleanUp, connectTo, newDatabase } from '#test/support/processes.ts';
import { until } from '#test/support/wait.ts';

/* Creates of a team that wait for a connection share a transaction, and each fails alone. */

let connection: Awaited<ReturnType<typeof newDatabase>>;
const opened: Database[] = [];
function open(): Database {
  const database = openDatabase(connection, 'shared', 10, () => {}, defaultTimeouts.request);
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

const team = '0193a5c8-7b1e-7c55-9c1f-2f4b8d0e6a11';
const quotient = teamStatement(
  `select $team::text as team, 12 / $by::integer as n, pg_current_xact_id()::text as xact, pg_backend_pid() as pid`,
);
/** Runs the statement with each number at once. */
const divide = (database: Database, all: readonly number[]) =>
  Promise.allSettled(all.map((by) => database.team(team).run(quotient, { by }, { name: 'same' })));
const rowsOf = (results: Awaited<ReturnType<typeof divide>>) =>
  results.map((each) => (each.status === 'fulfilled' ? each.value[0] : undefined));

test('statements that wait run in few transactions; each receives its rows', async () => {
  const database = open();
  const all = Array.from({ length: 32 }, (_, i) => (i % 12) + 1);
  // Prepares the statement on each connection.
  await divide(database, all);
  const rows = rowsOf(await divide(database, all));
  expect(rows.map((row) => row?.n)).toEqual(all.map((by) => Math.floor(12 / by)));
  const sizes = Object.values(Object.groupBy(rows, (row) => String(row?.xact))).map(
    (all) => all?.length ?? 0,
  );
  expect(Math.max(...sizes)).toBe(8);
  expect(new Set(rows.map((row) => row?.pid)).size).toBeLessThanOrEqual(4);
});

test('a refused statement fails alone', async () => {
  const database = open();
  const all = Array.from({ length: 32 }, (_, i) => (i === 20 ? 0 : 3));
  await divide(
    database,
    all.map(() => 1),
  );
  const results = await divide(database, all);
  expect(results.map(({ status }) => status)).toEqual(
    all.map((by) => (by === 0 ? 'rejected' : 'fulfilled')),
  );
  expect(results[20]).toMatchObject({ reason: { code: '22012' } });
});

test('a lost connection fails all statements of its transaction', async () => {
  const database = open();
  const admin = await connectTo(connection);
  const slow = teamStatement(`select $team::text as team, pg_sleep($seconds)::text as slept`);
  const run = (seconds = 0) => database.team(team).run(slow, { seconds }, { name: 'same' });
  await Promise.all([run(), run()]);
  const all = Promise.allSettled(Array.from({ length: 10 }, () => run(1)));
  const active = `from pg_stat_activity where application_name = 'pauta shared' and state = 'active'`;
  await until(async () => (await admin.query(`select pid ${active}`)).rowCount === 2);
  await admin.query(`select pg_terminate_backend(pid) ${active}`);
  const codes = (await all).map((each) =>
    each.status === 'rejected' ? (each.reason as { code: string }).code : 'done',
  );
  expect(codes.filter((code) => code !== 'done')).toContain('UNAVAILABLE');
  expect(new Set(codes).size).toBeLessThanOrEqual(2);
  await expect(run()).resolves.toMatchObject([{ team }]);
});

test('of many contacts created at once, only the one with a taken number is refused', async () => {
  const database = open();
  const made = await createTeam(database.platform, 'Agência');
  const context = {
    actor: { kind: 'operator' },
    team: { ...made, strictTaxIds: false },
    db: database.team(made.id),
    settings: { jidSuffix: 's.msgapp.net' },
  } as unknown as Context;
  const create = (n: number) =>
    perform(contacts.create, context, { body: { phone: `5511900000${100 + n}` } });
  await Promise.all(Array.from({ length: 8 }, (_, n) => create(n)));
  const numbers = [...Array.from({ length: 40 }, (_, n) => 10 + n), 12];
  const results = await Promise.allSettled(numbers.map(create));
  const refused = results.filter(({ status }) => status === 'rejected');
  expect(refused).toMatchObject([{ reason: { code: 'DUPLICATE_ENTRY' } }]);
  const count = (table: string) =>
    database
      .team(made.id)
      .run(teamStatement(`select count(*)::int as n from ${table} where team_id = $team`));
  for (const table of ['contacts', 'events', 'audit_entries'])
    expect(await count(table)).toEqual([{ n: 48 }]);
  const [wrong] = await database.team(made.id).run(teamStatement(missing(contacts.table, true)));
  expect(wrong).toBeUndefined();
});

const change = (database: Database, all: readonly string[]) =>
  Promise.all(
    all.map((name) =>
      database.team(team).run(quotient, { by: 1 }, { name, isChange: true as const }),
    ),
  );

test('changes that wait share transactions, of which each changes a record once', async () => {
  const database = open();
  const records = Array.from({ length: 40 }, (_, n) => `record ${n}`);
  await change(database, records);
  const rows = (await change(database, records)).flat();
  const sizes = Object.values(Object.groupBy(rows, ({ xact }) => String(xact))).map(
    (all) => all?.length ?? 0,
  );
  expect(Math.max(...sizes)).toBe(8);
  const ofOne = (
    await change(
      database,
      Array.from({ length: 40 }, () => 'record'),
    )
  ).flat();
  expect(new Set(ofOne.map(({ xact }) => xact)).size).toBe(40);
});

test('a change of a record that is locked delays no other, and ends no other transaction', async () => {
  const database = open();
  const made = await createTeam(database.platform, 'Agência');
  const context = {
    actor: { kind: 'operator' },
    team: { ...made, strictTaxIds: false },
    db: database.team(made.id),
    settings: { jidSuffix: 's.msgapp.net' },
  } as unknown as Context;
  const ids: string[] = [];
  for (let n = 0; n < 40; n += 1) {
    const text = await perform(contacts.create, context, {
      body: { phone: `55119000${1000 + n}` },
    });
    ids.push((JSON.parse(text) as { id: string }).id);
  }
  const update = (id: string, custom_name: string) =>
    perform(contacts.update, context, { path: { id }, body: { custom_name } });
  await Promise.all(ids.map((id) => update(id, 'Maria')));
  const [locked = '', ...others] = ids.toReversed();
  const locker = await connectTo(connection);
  const lockAll = 'select id from contacts where team_id = $1 and id = any($2) for update';
  await locker.query('begin');
  await locker.query(lockAll, [made.id, [locked]]);
  const waiting = update(locked, 'Rita');
  await Promise.all(others.map((id) => update(id, 'Rita')));
  const further = others.map((id) => update(id, 'Ana'));
  await locker.query(lockAll, [made.id, ids]);
  await locker.query('commit');
  await Promise.all([waiting, ...further]);
  const of = (table: string, where: string) =>
    database
      .team(made.id)
      .run(
        teamStatement(`select count(*)::int as n from ${table} where team_id = $team and ${where}`),
      );
  expect(await of('contacts', `custom_name in ('Rita', 'Ana')`)).toEqual([{ n: 40 }]);
  const changed = 40 + 1 + 2 * 39;
  expect(await of('events', `type = 'contact.updated'`)).toEqual([{ n: changed }]);
  expect(await of('audit_entries', `operation = 'contacts.update'`)).toEqual([{ n: changed }]);
});
