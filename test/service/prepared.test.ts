import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Database, maxPrepared, openDatabase } from '#server/db/database.ts';
import { platformStatement, type TeamStatement, teamStatement } from '#server/db/statement.ts';
import { createTeam } from '#server/features/accounts/teams.ts';
import { clients } from '#server/features/crm/clients/table.ts';
import { secretsWith } from '#server/platform/secrets.ts';
import { lists, maxShapes } from '#server/records/crud-queries.ts';
import { readListQuery } from '#server/records/input.ts';
import { cleanUp, newDatabase } from '#test/support/processes.ts';

/* Statements stay prepared, whatever one team requests, and no connection keeps more of them than allowed. */

let connection: Awaited<ReturnType<typeof newDatabase>>;
const opened: Database[] = [];
/** A database with one connection. */
function open(): Database {
  const database = openDatabase(connection, 'prepared', 1, () => {});
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

const preparedStatements = platformStatement(
  `select name, statement, generic_plans::int as generic, custom_plans::int as custom from pg_prepared_statements where name <> ''`,
);

const settings = { secrets: secretsWith(randomBytes(32)), jidSuffix: 's.msgapp.net' };
const list = lists(clients);
/** Requests lists of clients as a new team. */
async function asking(database: Database, slug: string) {
  const { id } = await createTeam(database.platform, slug, slug);
  const context = { db: database.team(id), settings };
  return (query: Record<string, string>) => list(context, readListQuery(clients, query));
}

test('if one team uses every limit, the lists of others stay prepared and are planned once', async () => {
  const database = open();
  const one = await asking(database, 'one');
  const askOther = await asking(database, 'other');
  for (let limit = 1; limit <= 100; limit += 1) {
    await one({ limit: `${limit}` });
    await one({ limit: `${limit}`, sort: 'email' });
  }
  const before = await database.platform.run(preparedStatements);
  expect(
    before.filter(({ statement }) => String(statement).includes('from clients t')),
  ).toHaveLength(2);
  const searched = { search: 'joão', limit: '7' };
  for (let i = 0; i < 9; i += 1)
    for (const query of [{ sort: 'full_name' }, searched]) await askOther(query);
  const names = new Set(before.map(({ name }) => name));
  const after = (await database.platform.run(preparedStatements)).filter(
    ({ name }) => !names.has(name),
  );
  expect(after).toHaveLength(2);
  // Five plans for specific values, then a generic one.
  for (const each of after) expect(each).toMatchObject({ custom: 5, generic: 4 });
});

/** Statements that each return their number. */
const many = (count: number): TeamStatement[] =>
  Array.from({ length: count }, (_, i) => teamStatement(`select $team::text as team, ${i} as n`));
const team = '0193a5c8-7b1e-7c55-9c1f-2f4b8d0e6a11';

test('a connection keeps a limited number of statements: the most recently used', async () => {
  const database = open();
  const db = database.team(team);
  const all = many(maxPrepared + 50);
  const run = async () => {
    for (const [n, statement] of all.entries())
      expect(await db.run(statement)).toEqual([{ team, n }]);
  };
  await run();
  // The query itself is one of them.
  const names = (await database.platform.run(preparedStatements)).map(({ name }) => name);
  expect(names).toHaveLength(maxPrepared);
  expect(names).not.toContain(all[50]?.name);
  expect(names).toContain(all[51]?.name);
  // Evicted statements are prepared again.
  await run();
  expect(await database.platform.run(preparedStatements)).toHaveLength(maxPrepared);
});

test('also with many in flight', async () => {
  const database = open();
  const db = database.team(team);
  const all = many(2 * maxPrepared);
  for (let round = 0; round < 2; round += 1) {
    const rows = await Promise.all(all.map((statement) => db.lookUp(statement)));
    expect(rows).toEqual(all.map((_, n) => [{ team, n }]));
  }
  expect((await database.platform.run(preparedStatements)).length).toBeLessThanOrEqual(maxPrepared);
});

test('the variants of one list do not evict all other statements', () => {
  expect(maxShapes).toBeLessThan(maxPrepared);
});
