import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { copyFrom, copyTo } from '#server/db/copy.ts';
import { databaseOf } from '#test/support/database.ts';

/** A connection with an empty table `numbers (n integer)`. */
async function connected(): Promise<pg.Client> {
  const client = new pg.Client(databaseOf(inject('server'), 'postgres'));
  client.on('error', () => {});
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('create temporary table numbers (n integer)');
  return client;
}

const many = `copy (select repeat('x', 1000) from generate_series(1, 100000)) to stdout`;

test('rows arrive as they are written, and their count at the end', async () => {
  const client = await connected();
  let rowCount: number | undefined;
  let bytes = 0;
  for await (const piece of copyTo(client, many, (rows) => (rowCount = rows))) {
    expect(rowCount).toBeUndefined();
    bytes += piece.length;
  }
  expect(bytes).toBe(100_000 * 1_001);
  expect(rowCount).toBe(100_000);
});

test('rows that are not read to the end do not block closing', async () => {
  const client = await connected();
  for await (const _ of copyTo(client, many, () => {})) break;
  await expect(client.query('select 1')).rejects.toThrow();
});

test('a server error is thrown before the first row and after it', async () => {
  const client = await connected();
  const failing = 'copy (select 1 / (90000 - g) from generate_series(1, 100000) g) to stdout';
  const read = async () => {
    for await (const _ of copyTo(client, failing, () => {}));
  };
  await expect(read()).rejects.toThrow('division by zero');
});

test('sent rows are stored and counted', async () => {
  const client = await connected();
  async function* pieces() {
    for (let n = 0; n < 50_000; n += 1) yield Buffer.from(`${n}\n`);
  }
  expect(await copyFrom(client, 'copy numbers from stdin', pieces())).toBe(50_000);
  const { rows } = await client.query('select count(*)::int, sum(n)::int from numbers');
  expect(rows).toEqual([{ count: 50_000, sum: 1_249_975_000 }]);
});

async function* breaking() {
  yield Buffer.from('1\n');
  throw new Error('the source broke');
}

/** Continues until the consumer has received the refusal. */
async function* wrong() {
  yield Buffer.from('1\none\n');
  for (;;) yield Buffer.from('2\n'.repeat(50_000));
}

test.each([
  ['a source that breaks off', breaking, 'the source broke'],
  ['rows that the server refuses', wrong, 'one'],
])('nothing of %s is stored, and the connection stays usable', async (_, pieces, message) => {
  const client = await connected();
  await expect(copyFrom(client, 'copy numbers from stdin', pieces())).rejects.toThrow(message);
  expect((await client.query('select from numbers')).rowCount).toBe(0);
});

test('a connection that ends while rows are sent is an error', async () => {
  const client = await connected();
  const { rows } = await client.query('select pg_backend_pid() as pid');
  const killer = await connected();
  async function* pieces() {
    yield Buffer.from('1\n');
    await killer.query('select pg_terminate_backend($1)', [rows[0].pid]);
    for (let n = 0; n < 1_000; n += 1) yield Buffer.from('2\n'.repeat(50_000));
  }
  await expect(copyFrom(client, 'copy numbers from stdin', pieces())).rejects.toThrow();
});
