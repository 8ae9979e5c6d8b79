import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { withBackup } from '#server/db/backup.ts';
import {
  appliedTo,
  type BlockedMigration,
  concurrentStatements,
  type Migrating,
  MigrationError,
  migrate,
  migrationNames,
  neededBy,
} from '#server/db/migrate.ts';
import { cleanUp, newDatabase, newDirectory } from '#test/support/processes.ts';
import { until } from '#test/support/wait.ts';

/*
 * Migrations beside others who use the database (docs/adr/0031), with files that the tests make up.
 */

const clients: pg.Client[] = [];
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.end()));
});
afterAll(cleanUp);

async function connect(connection: pg.ClientConfig, name = 'psql'): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, application_name: name });
  client.on('error', () => {});
  await client.connect();
  clients.push(client);
  return client;
}

/** A database that has had a first file with the table `things`, and a directory in which later ones are added. */
async function begun() {
  const directory = newDirectory();
  const files = pathToFileURL(`${directory}/`);
  const add = (name: string, text: string) => writeFileSync(join(directory, name), text);
  add('0001_service.sql', 'create table things (id int primary key, n int)');
  const connection = await newDatabase('empty');
  const found: BlockedMigration[] = [];
  const options = { files, log: { warn: (one: BlockedMigration) => found.push(one) } };
  const run = (more: Migrating = {}) => migrate(connection, { ...options, ...more });
  expect(await run()).toEqual(['0001_service.sql']);
  const client = await connect(connection);
  await client.query('insert into things select g, g from generate_series(1, 1000) g');
  const indexes = async () =>
    (
      await client.query(
        `select indexrelid::regclass::text as name, indisvalid as valid from pg_index
         where indrelid = 'things'::regclass and not indisprimary order by 1`,
      )
    ).rows;
  return { connection, files, add, run, client, found, indexes };
}

describe('a change of a table', () => {
  test('beside somebody who reads holds up nobody for long, says who is in the way, and is done when they are gone', async () => {
    const { connection, add, run, found, client } = await begun();
    add('0002_more.sql', 'alter table things add column more text');
    const reader = await connect(connection, 'a dump');
    await reader.query('begin');
    await reader.query('select from things limit 1');
    let isOver = false;
    const running = run().finally(() => {
      isOver = true;
    });
    await until(() => found.length > 1);

    // Each is answered while the reader goes on: the change gives up its place in the queue of locks.
    for (let i = 0; i < 20; i += 1) {
      await client.query('select from things limit 1');
      await sleep(50);
    }
    expect(isOver).toBe(false);
    expect(found[0]).toEqual({
      migration: '0002_more.sql',
      waits_for: expect.stringMatching(
        /^the table things, locked by process \d+ \(a dump, idle in transaction\) since \d{4}-/,
      ),
    });
    await reader.query('commit');
    expect(await running).toEqual(['0002_more.sql']);
    await client.query('select more from things');
  });

  test('is given up in one line, and what was done before it stays done', async () => {
    const { connection, add, run, client } = await begun();
    add('0002_first.sql', 'create table others (id int)');
    add('0003_more.sql', 'alter table things add column more text');
    const reader = await connect(connection, 'a dump');
    await reader.query('begin');
    await reader.query('select from things limit 1');
    const error = await run({ lockPatienceMs: 1_500 }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(MigrationError);
    expect((error as Error).message).toMatch(
      /^The migration 0003_more.sql waited for 2 s for the table things, locked by process \d+ \(a dump, .*: end that, then start again\.$/,
    );
    expect(await appliedTo(client)).toEqual(['0001_service.sql', '0002_first.sql']);
    await reader.query('commit');
    expect(await run()).toEqual(['0003_more.sql']);
  });

  test('that the database refuses leaves nothing of its file', async () => {
    const { add, run, client } = await begun();
    add('0002_broken.sql', 'create table others (id int); select 1 / 0');
    await expect(run()).rejects.toThrow('division by zero');
    expect(await appliedTo(client)).toEqual(['0001_service.sql']);
    expect((await client.query(`select to_regclass('others') as it`)).rows).toEqual([{ it: null }]);
  });
});

describe('an index', () => {
  const file = '0002_things.concurrently.sql';
  const text = `-- For the list; by number.
    create index concurrently things_n on things (n) where n > 0;
    create unique index concurrently things_id on things (n, id);`;

  test('is built while others write, and waits for old transactions without holding up anybody', async () => {
    const { connection, add, run, found, client, indexes } = await begun();
    add(file, text);
    const writer = await connect(connection, 'a writer');
    await writer.query('begin');
    await writer.query('insert into things values (0, 0)');
    const running = run();
    await until(() => found.length > 0);
    expect(found[0]?.waits_for).toMatch(/^process \d+ \(a writer, idle in transaction\) since /);
    // It is done while the index still waits for the writer.
    await client.query('insert into things values (-1, -1)');
    await writer.query('commit');
    expect(await running).toEqual([file]);
    expect(await indexes()).toEqual([
      { name: 'things_id', valid: true },
      { name: 'things_n', valid: true },
    ]);
    expect(await run()).toEqual([]);
  });

  test('that was left half-built is built anew; a whole one is not', async () => {
    const { add, run, client, indexes } = await begun();
    add(file, text);
    await client.query('create index things_n on things (n) where n > 0');
    const idOf = `select 'things_n'::regclass::oid as oid`;
    const { rows: before } = await client.query(idOf);
    await client.query('insert into things values (0, 1), (-1, 1)');
    await expect(
      client.query('create unique index concurrently things_id on things (n)'),
    ).rejects.toThrow('could not create');
    expect(await indexes()).toContainEqual({ name: 'things_id', valid: false });
    expect(await run()).toEqual([file]);
    expect(await indexes()).toEqual([
      { name: 'things_id', valid: true },
      { name: 'things_n', valid: true },
    ]);
    expect((await client.query(idOf)).rows).toEqual(before);
  });

  test('is dropped, too', async () => {
    const { add, run, indexes } = await begun();
    add(file, text);
    await run();
    add(
      '0003_fewer.concurrently.sql',
      'drop index concurrently if exists things_n; drop index concurrently if exists never_there;',
    );
    expect(await run()).toEqual(['0003_fewer.concurrently.sql']);
    expect(await indexes()).toEqual([{ name: 'things_id', valid: true }]);
  });

  test('is built once by ten nodes that start at once, and nobody locks anybody out', async () => {
    const { add, run } = await begun();
    add(file, text);
    add('0003_more.sql', 'alter table things add column more text');
    const applied = await Promise.all(Array.from({ length: 10 }, () => run()));
    expect(applied.filter((names) => names.length > 0)).toEqual([[file, '0003_more.sql']]);
  });

  test('waits for the backup before it; a backup waits for it', async () => {
    const { connection, add, run } = await begun();
    await (await connect(connection)).query(
      'create table teams (id uuid); create table tasks (id int)',
    );
    add(file, text);
    const about = { pauta: '0', secret_key: '' };
    let isOver = false;
    const making = await withBackup(connection, about, async ({ lines }) => {
      const running = run().finally(() => {
        isOver = true;
      });
      await sleep(1_000);
      expect(isOver).toBe(false);
      for await (const _ of lines);
      return { running };
    });
    expect(await making.running).toEqual([file]);
    await withBackup(connection, about, async ({ lines }) => {
      for await (const _ of lines);
    });
  });

  test('is waited for by nobody where there was no table before', async () => {
    const { add, files } = await begun();
    add(file, text);
    const empty = await newDatabase('empty');
    const old = await connect(empty);
    await old.query('begin isolation level repeatable read');
    await old.query('select 1');
    expect(await migrate(empty, { files })).toEqual(['0001_service.sql', file]);
    await old.query('commit');
    const { rows } = await old.query(`select 'things_n'::regclass::text as name`);
    expect(rows).toEqual([{ name: 'things_n' }]);
  });
});

describe('a database that is newer than this Pauta', () => {
  test('serves where its migrations say that this version can work with them', async () => {
    const { add, run, client } = await begun();
    add('0002_more.sql', 'alter table things add column more text');
    await run();
    const set = (needs: string | null) =>
      client.query(
        `insert into migrations (name, needs) values ('0009_later.sql', $1)
         on conflict (name) do update set needs = excluded.needs`,
        [needs],
      );
    await set('0001_service.sql');
    expect(await run()).toEqual([]);
    await set('0002_more.sql');
    expect(await run()).toEqual([]);
    for (const needs of ['0008_unknown.sql', '0009_later.sql', null]) {
      await set(needs);
      await expect(run()).rejects.toThrow(
        'The database is newer than this Pauta (it has 0009_later.sql); update Pauta.',
      );
    }
  });

  test('what a file says it needs is kept with it', async () => {
    const { add, run, client } = await begun();
    add('0002_more.sql', '-- Takes a column away.\n-- needs 0002_more.sql\nselect 1');
    add('0003_n.concurrently.sql', 'create index concurrently things_n on things (n)');
    await run();
    const { rows } = await client.query('select name, needs from migrations order by name');
    expect(rows).toEqual([
      { name: '0001_service.sql', needs: '0001_service.sql' },
      { name: '0002_more.sql', needs: '0002_more.sql' },
      { name: '0003_n.concurrently.sql', needs: '0001_service.sql' },
    ]);
  });
});

describe('the files of this version', () => {
  const files = new URL('../../server/db/migrations/', import.meta.url);
  const later = migrationNames().filter((name) => name > '0006');
  const textOf = (name: string) => readFileSync(new URL(name, files), 'utf8');

  test('of several indexes each can be built by itself', () => {
    const concurrent = later.filter((name) => name.endsWith('.concurrently.sql'));
    for (const name of concurrent) expect(concurrentStatements(textOf(name)), name).not.toEqual([]);
    expect(() => concurrentStatements('create index things_n on things (n)')).toThrow(
      'cannot run concurrently',
    );
    expect(() => concurrentStatements('select 1')).toThrow('cannot run concurrently');
  });

  // An index that is built in a transaction keeps everybody from writing to its table meanwhile.
  test('no index comes to a table that is there already, but concurrently', () => {
    const plain = later.filter((name) => !name.endsWith('.concurrently.sql'));
    for (const name of plain) {
      const text = textOf(name).replaceAll(/--.*$/gm, '');
      const made = [...text.matchAll(/create table (\w+)/g)].map(([, table]) => table);
      for (const [, , table] of text.matchAll(/create (unique )?index \w+\s+on (\w+)/g))
        expect(made, `${name}: an index on ${table}`).toContain(table);
    }
  });

  test('what a file needs is a file', () => {
    for (const name of later) expect(migrationNames(), name).toContain(neededBy(textOf(name)));
  });
});
