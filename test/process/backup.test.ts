import { execFile } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { restore, withBackup } from '#server/db/backup.ts';
import { readBackup } from '#server/db/backup-file.ts';
import { openDatabase } from '#server/db/database.ts';
import { applyMissing, migrate, migrationNames } from '#server/db/migrate.ts';
import { platformStatement } from '#server/db/statement.ts';
import { readables, resources } from '#server/features/registry.ts';
import { json, misused, outputOf, refused } from '#test/support/commands.ts';
import { historyCheck } from '#test/support/history-check.ts';
import { request } from '#test/support/http.ts';
import { switchOffIntelligence } from '#test/support/intelligence/settings.ts';
import {
  cleanUp,
  connectEmbedded,
  connectTo,
  type Env,
  newDatabase,
  newDirectory,
  onDatabase,
  pauta,
  postmaster,
  type Service,
  serve,
} from '#test/support/processes.ts';
import { fullBody } from '#test/support/samples.ts';
import { type Answer, answerFrom, type Json, makeTeam, type TestTeam } from '#test/support/team.ts';
import { until } from '#test/support/wait.ts';
import { type Receiver, startReceiver } from '#test/support/webhooks/fixture.ts';
import { verifies } from '#test/support/webhooks/signatures.ts';

/* Backup, restore and moving, as an operator runs them: by the program, on files, embedded databases and servers. */

const calm: Env = { RATE_LIMIT_PER_MINUTE: '0', WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' };
/** Values that may break a line-based format. */
const awkward = '\\.\n\\N\t\\\\.\r\n"aspas" \u0001 \u2028 \\x41 \\n😀\n\\.\n';

/** Other values in the header. */
const about = { pauta: '1', secret_key: '' };

/** The backed-up service: it makes no deliveries, so that some are waiting. */
const DATA_DIR = newDirectory();
const original: Env = { ...calm, DATA_DIR, ROLE: 'web' };
const file = join(newDirectory(), 'pauta.backup');
let secretKey: string;
let service: Service;
let receiver: Receiver;
let teams: TestTeam[];
/** Secret of an endpoint of the first team. */
let secret: string;
/** Answer replayed for an idempotent POST of the first team. */
let stored: Answer;
/** Everything that both teams can read. */
let answers: string;
let backedUp: Json;

const withoutSummaries = platformStatement(switchOffIntelligence);

const dealBody = { title: 'Uma vez', description: awkward };
const repeat = { 'Idempotency-Key': 'uma-vez' };

/** Calls a service as its teams do. */
const callTo =
  (address: string) =>
  async (
    key: string | undefined,
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) => {
    const reply = await request(`${address}/v1${path}`, {
      method,
      headers,
      ...(key === undefined ? {} : { key }),
      ...(body === undefined ? {} : { body }),
    });
    return answerFrom(reply.status, reply.headers as Answer['headers'], reply.text);
  };

/** Everything that the teams can read from a service, as bytes. */
async function readAt(address: string): Promise<string> {
  const call = callTo(address);
  const texts: string[] = [];
  for (const { key } of teams)
    for (const { table: resource } of [...resources, ...readables]) {
      const read = () => call(key, 'GET', `${resource.path}?limit=100`);
      let list = await read();
      // A machine that is busy with other tests makes the service refuse.
      while (list.status === 503) list = await read();
      expect(list.status, `${resource.path}: ${list.text}`).toBe(200);
      texts.push(resource.path, list.text);
    }
  return texts.join('\n');
}

beforeAll(async () => {
  receiver = await startReceiver();
  service = await serve(original);
  secretKey = fs.readFileSync(join(DATA_DIR, 'secret.key'), 'utf8').trim();
  const host = join(DATA_DIR, 'postgres');
  const database = openDatabase(
    { host, port: 5432, user: 'pauta', database: 'pauta', ssl: false },
    'test',
    2,
    () => {},
  );
  const call = callTo(service.address);
  teams = [await makeTeam(database, call, 'Nossa'), await makeTeam(database, call, 'Deles')];
  // No summaries are written: their deals would change later.
  await database.platform.run(withoutSummaries, {});
  await database.close();
  for (const team of teams) {
    for (const { table: resource } of resources) {
      const body = await fullBody(team, resource);
      // An endpoint at a foreign address receives nothing.
      if (resource.name === 'webhooks') body.is_active = false;
      expect((await team.post(resource.path, body)).status).toBe(201);
    }
    await team.create('projects', { description: awkward });
    // Never confirmed, so that nothing changes any more.
    await team.post('/msgapp/messages', {
      inbox_id: team.inbox,
      phone: '5511999990001',
      content: awkward,
    });
  }
  const [ours] = teams as [TestTeam, TestTeam];
  const endpoint = await ours.create('webhooks', { url: receiver.url, events: ['deal.created'] });
  secret = String(endpoint.secret_token);
  stored = await ours.post('/deals', dealBody, repeat);
  expect(stored.status).toBe(201);
  answers = await readAt(service.address);
  backedUp = json(await pauta(['backup', file, '--json'], original));
});

afterAll(async () => {
  await cleanUp();
  await receiver.close();
});

/** A DATA_DIR for a copy, with the matching key. */
function freshDataDir(key = secretKey): string {
  const directory = newDirectory();
  fs.writeFileSync(join(directory, 'secret.key'), `${key}\n`, { mode: 0o600 });
  return directory;
}

/** A database on a server for a copy. */
async function freshTarget(kind: 'empty' | 'migrated' = 'empty') {
  const connection = await newDatabase(kind);
  return {
    connection,
    env: { ...calm, ...onDatabase(connection, Buffer.from(secretKey, 'base64')) },
  };
}

/** A file with these bytes. */
function fileWith(bytes: Buffer | string): string {
  const path = join(newDirectory(), 'other.backup');
  fs.writeFileSync(path, bytes);
  return path;
}

/** All rows of a database, and the definitions of its tables. */
async function stateOf(connection: pg.ClientConfig): Promise<{ rows: Json; tables: unknown[] }> {
  const client = await connectTo(connection);
  const { rows: names } = await client.query(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'clock' order by 1`,
  );
  const rows: Json = {};
  // The clock is left out above, since a running service updates it.
  for (const { name } of names)
    rows[name] = (
      await client.query(
        `select count(*), md5(string_agg(t::text, '' order by t::text)) from ${name} t`,
      )
    ).rows;
  const { rows: tables } = await client.query(
    `select indexdef as def from pg_indexes where schemaname = 'public'
     union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
       where connamespace = 'public'::regnamespace and conname <> '${historyCheck}'
     union all select tgrelid::regclass || ' ' || tgenabled::text from pg_trigger where tgname <> '${historyCheck}' order by 1`,
  );
  return { rows, tables };
}

const rowsOf = async (connection: pg.ClientConfig, sql: string) =>
  (await (await connectTo(connection)).query(sql)).rows;

describe('a backup', () => {
  test('is one file readable by its owner only, with all tables, and no secret in plain text', async () => {
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);
    expect(fs.readdirSync(join(file, '..'))).toEqual(['pauta.backup']);
    const text = zstdDecompressSync(fs.readFileSync(file)).toString('utf8');
    for (const hidden of [secretKey, secret, ...teams.map(({ key }) => key)])
      expect(text).not.toContain(hidden);
    const client = await connectEmbedded(DATA_DIR);
    const { rows } = await client.query(
      `select relname as name, relkind as kind from pg_class where relkind in ('r', 'p', 'S') and relnamespace = 'public'::regnamespace`,
    );
    // Sequences would have to be restored too, but ids do not use any.
    expect(rows.filter(({ kind }) => kind !== 'r')).toEqual([]);
    const tables = backedUp.tables as Record<string, number>;
    expect(Object.keys(tables).sort()).toEqual(
      rows
        .map(({ name }) => name as string)
        .filter((name) => !['migrations', 'clock', 'endpoint_slots'].includes(name))
        .sort(),
    );
    for (const [table, count] of Object.entries(tables))
      expect((await client.query(`select from ${table}`)).rowCount, table).toBe(count);
    expect(backedUp).toMatchObject({
      file,
      bytes: fs.statSync(file).size,
      rows: expect.any(Number),
    });
    const checked = json(await pauta(['restore', file, '--check', '--json'], {}));
    expect(checked).toMatchObject({ rows: backedUp.rows, tables });
  });

  test('is restored to a service with the same answers and secrets, which continues pending work', async () => {
    const env = { ...calm, DATA_DIR: freshDataDir() };
    const restored = json(await pauta(['restore', file, '--json'], env));
    expect(restored).toMatchObject({ rows: backedUp.rows, tables: backedUp.tables, applied: [] });
    expect(restored.waiting).toEqual({ deliveries: 1, workflow_runs: 0 });
    const copy = await serve(env);
    // Teams exist, so this is no first start.
    expect(copy.stdout()).not.toContain('API key');
    expect(await readAt(copy.address)).toBe(answers);
    const call = callTo(copy.address);
    const [ours, theirs] = teams as [TestTeam, TestTeam];
    for (const { table: resource } of resources) {
      const theirId = (await call(theirs.key, 'GET', resource.path)).body.data as Json[];
      expect((await call(ours.key, 'GET', `${resource.path}/${theirId[0]?.id}`)).status).toBe(404);
    }
    // An answer that is stored encrypted is replayed.
    const replayed = await call(ours.key, 'POST', '/deals', dealBody, repeat);
    expect(replayed.text).toBe(stored.text);
    expect(replayed.headers['idempotency-replayed']).toBe('true');
    await until(() => receiver.requests.length > 0);
    expect(receiver.requests.length).toBe(1);
    for (const delivered of receiver.requests) expect(verifies(delivered, secret)).toBe(true);
    // Everything dropped to speed up loading is back: references, indexes, triggers.
    const tasks = (await call(ours.key, 'GET', '/tasks')).body.data as Json[];
    const lost = await call(ours.key, 'PUT', `/tasks/${tasks[0]?.id}`, {
      assignee_ids: [theirs.users[0]],
    });
    expect(lost.status).toBe(404);
    await copy.stop('SIGINT');
  });

  test('contains every earlier acknowledged write, at a single point in time, while writes continue', async () => {
    const [ours] = teams as [TestTeam, TestTeam];
    const acknowledged: string[] = [];
    let isOver = false;
    const write = async () => {
      while (!isOver)
        acknowledged.push(String((await ours.create('tasks', { assignee_ids: ours.users })).id));
    };
    const writers = [write(), write(), write()];
    await until(() => acknowledged.length > 20);
    const before = [...acknowledged];
    const { connection, env } = await freshTarget();
    const path = join(newDirectory(), 'busy.backup');
    outputOf(await pauta(['backup', path], original));
    isOver = true;
    await Promise.all(writers);
    expect(acknowledged.length).toBeGreaterThan(before.length);
    outputOf(await pauta(['restore', path], env));
    const there = new Set((await rowsOf(connection, 'select id from tasks')).map(({ id }) => id));
    expect(before.filter((id) => !there.has(id))).toEqual([]);
  });

  test('is of a single point in time, even if it takes long', async () => {
    const { connection } = await freshTarget('migrated');
    const client = await connectTo(connection);
    const add = (n: number) =>
      client.query(`insert into teams (id, name, slug) values (uuid7(), 'T', 't-${n}')`);
    await add(1);
    const read: Buffer[] = [];
    await withBackup(connection, about, async ({ lines, counts }) => {
      for await (const piece of lines) {
        if (read.length === 0) await add(2);
        read.push(piece);
      }
      expect(counts.teams).toBe(1);
    });
    expect(Buffer.concat(read).toString()).not.toContain('t-2');
  });

  test('can be written to standard output and read from standard input', async () => {
    const { connection, env } = await freshTarget();
    const program = `${process.execPath} bin/pauta.js`;
    const cwd = join(import.meta.dirname, '../..');
    const { stdout } = await promisify(execFile)(
      'bash',
      [
        '-o',
        'pipefail',
        '-c',
        `env -u DATABASE_URL -u SECRET_KEY ${program} backup - | ${program} restore - --json`,
      ],
      { cwd, env: { PATH: process.env.PATH ?? '', DATA_DIR, ...env } },
    );
    expect(JSON.parse(stdout).tables).toMatchObject({ teams: 3, webhooks: 3 });
    expect(await rowsOf(connection, 'select from teams')).toHaveLength(3);
  });

  test('is refused for a missing database, with another key, or onto something other than a file', async () => {
    const empty = await freshTarget();
    const otherKey = randomBytes(32).toString('base64');
    const nowhere = newDirectory();
    const keyless = freshDataDir();
    outputOf(await pauta(['restore', file], { DATA_DIR: keyless }));
    const [nothing, key, directory, twice, none, noDatabase, leftAlone] = await Promise.all([
      pauta(['backup', fileWith('')], empty.env),
      pauta(['backup', fileWith('old')], { ...original, SECRET_KEY: otherKey }),
      pauta(['backup', newDirectory()], original),
      pauta(['backup', '-', '--json'], original),
      pauta(['backup'], original),
      pauta(['backup', fileWith('')], { DATA_DIR: nowhere }),
      pauta(['backup', fileWith('')], { DATA_DIR: keyless, SECRET_KEY: otherKey }),
    ]);
    expect(refused(noDatabase)).toContain('no embedded database');
    expect(fs.readdirSync(nowhere)).toEqual([]);
    // The process that started the database stops it, whatever happens in between.
    expect(refused(leftAlone)).toContain('SECRET_KEY');
    expect(postmaster(keyless)).toBeUndefined();
    expect(refused(nothing)).toContain('nothing to back up');
    expect(refused(key)).toContain('SECRET_KEY');
    expect(refused(directory)).toContain('is not a file');
    const there = fileWith('old');
    expect(refused(await pauta(['backup', there], original))).toMatch(/exists: .*--force/);
    expect(fs.readFileSync(there, 'utf8')).toBe('old');
    outputOf(await pauta(['backup', there, '--force'], original));
    expect(fs.statSync(there).size).toBeGreaterThan(1_000);
    const missing = join(newDirectory(), 'none', 'new.backup');
    expect(refused(await pauta(['backup', missing], original))).toContain(
      `${missing} cannot be written: no such file or directory.`,
    );
    expect(refused(await pauta(['restore', missing], empty.env))).toContain(
      `${missing} cannot be read: no such file or directory.`,
    );
    // npm runs the program in the checkout: paths are relative to the operator's directory.
    const operatorDirectory = newDirectory();
    outputOf(
      await pauta(['backup', 'here.backup'], {
        ...original,
        npm_lifecycle_event: 'pauta',
        INIT_CWD: operatorDirectory,
      }),
    );
    expect(fs.readdirSync(operatorDirectory)).toEqual(['here.backup']);
    misused(twice);
    misused(none);
  });
});

describe('a restore', () => {
  test('refuses a file that is no backup, damaged, truncated or newer, and changes nothing', {
    timeout: 240_000,
  }, async () => {
    const whole = fs.readFileSync(file);
    const text = zstdDecompressSync(whole).toString('latin1');
    const packed = (changed: string) => zstdCompressSync(Buffer.from(changed, 'latin1'));
    const sum = (body: string) =>
      createHash('sha256').update(Buffer.from(body, 'latin1')).digest('hex');
    /** Altered by an attacker who recomputes the checksum. */
    const forged = (change: (body: string) => string, counts = (last: string) => last) => {
      const at = text.lastIndexOf('{"tables"');
      const body = change(text.slice(0, at));
      return packed(
        body + counts(text.slice(at)).replace(/"sha256":"\w+"/, `"sha256":"${sum(body)}"`),
      );
    };
    const middle = whole.length >> 1;
    const overwritten = Buffer.from(whole).fill(0, middle, middle + 64);
    const bad: [string, Buffer | string, RegExp][] = [
      ['empty', '', /cut off/],
      ['text', 'PGDMP something else\n', /not a Pauta backup/],
      ['another program’s', packed('{"format":"x","version":1}\n'), /not a Pauta backup/],
      ['null', packed('null\n'), /not a Pauta backup/],
      ['cut in the middle', whole.subarray(0, whole.length >> 1), /damaged/],
      // The last bytes alone may only end the compression and hold no data, so nothing would be missing.
      ['cut before its end', whole.subarray(0, -64), /damaged/],
      ['two in one', Buffer.concat([whole, whole]), /there is data after its end/],
      ['cut before packing', packed(text.slice(0, -2)), /damaged/],
      ['cut after a table', packed(text.slice(0, text.indexOf('{"table":"deals"'))), /damaged/],
      ['an overwritten piece', overwritten, /damaged|refuses|rejected|unknown table/],
      ['a changed value', packed(text.replace('Nossa', 'Outra')), /damaged/],
      ['a longer text', packed(`${text}more\n`), /damaged/],
      [
        'a row less',
        forged((body) => body.replace(/(\{"table":"webhooks".*\n).*\n/, '$1')),
        /damaged/,
      ],
      [
        'a table less',
        forged(
          (body) => body.replace(/\{"table":"events".*\n(.*\n)*?\\\.\n/, ''),
          (last) => last.replace(/"events":\d+,/, ''),
        ),
        /lacks events/,
      ],
      [
        'a reference that leads nowhere',
        forged(
          (body) => body.replaceAll(/(\{"table":"squads".*\n)(.*\n)+?\\\.\n/g, '$1\\.\n'),
          (last) => last.replace(/"squads":\d+/, '"squads":0'),
        ),
        /squad/,
      ],
      ['a later format', packed(text.replace('"version":1', '"version":2')), /newer/],
      [
        'a later migration',
        packed(text.replace(/("migrations":\[.*?)\]/, '$1,"9999_later.sql"]')),
        /newer/,
      ],
    ];
    const empty = await freshTarget();
    const full = await freshTarget();
    outputOf(await pauta(['restore', file], full.env));
    const before = await stateOf(full.connection);
    for (const [what, bytes, reason] of bad) {
      const path = fileWith(bytes);
      const ended = [pauta(['restore', path, '--replace', '--json'], full.env)];
      if (/^(text|cut in|a table|a reference|a later m)/.test(what))
        ended.push(pauta(['restore', path], empty.env));
      for (const each of await Promise.all(ended)) {
        expect(each.status, what).toBe(1);
        expect(refused(each), what).toMatch(reason);
      }
    }
    expect(
      await rowsOf(
        empty.connection,
        `select from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
      ),
    ).toEqual([]);
    expect(await stateOf(full.connection)).toEqual(before);
    expect(refused(await pauta(['restore', join(newDirectory(), 'none')], empty.env))).toContain(
      'cannot be read: no such file or directory.',
    );
    for (const [what, bytes] of bad.filter(([name]) =>
      /^(an over|cut before|a changed)/.test(name),
    ))
      expect(refused(await pauta(['restore', fileWith(bytes), '--check'], {})), what).toMatch(
        /damaged/,
      );
  });

  test('does not touch existing teams unless replacing them is requested', async () => {
    const env = { ...calm, DATA_DIR: freshDataDir(), BOOTSTRAP_API_KEY: '' };
    const first = await serve(env);
    const key = /pauta_\w{38}/.exec(first.stdout())?.[0] ?? '';
    await first.stop('SIGINT');
    expect(refused(await pauta(['restore', file], env))).toContain('--replace');
    expect(outputOf(await pauta(['restore', file, '--replace'], env))).toContain('ROLE=web');
    const copy = await serve({ ...env, ROLE: 'web' });
    expect(await readAt(copy.address)).toBe(answers);
    expect((await callTo(copy.address)(key, 'GET', '/projects')).status).toBe(401);
    await copy.stop('SIGINT');
  });

  test('is refused while a service runs, on the embedded database and on a server', async () => {
    expect(refused(await pauta(['restore', file, '--replace'], original))).toContain(
      String(service.pid),
    );
    const { connection, env } = await freshTarget('migrated');
    const running = await serve(env);
    // The worker has done its first work, which changes rows.
    const fitted = 'select from win_models where fitted_at is not null';
    await until(async () => (await rowsOf(connection, fitted)).length > 0);
    const before = await stateOf(connection);
    expect(refused(await pauta(['restore', file, '--replace'], env))).toContain('stop it');
    expect(await stateOf(connection)).toEqual(before);
    await running.stop('SIGINT');
    outputOf(await pauta(['restore', file, '--replace'], env));
  });

  test('refuses another key unless it is confirmed', async () => {
    const { connection } = await freshTarget();
    const env = { ...calm, ...onDatabase(connection, randomBytes(32)) };
    expect(refused(await pauta(['restore', file], env))).toContain('SECRET_KEY');
    outputOf(await pauta(['restore', file, '--other-key'], env));
    expect(await rowsOf(connection, 'select from teams')).toHaveLength(3);
  });

  test('of an older version ends up to date; a newer database is refused', async () => {
    const old = await freshTarget();
    const client = await connectTo(old.connection);
    await applyMissing(client, migrationNames().slice(0, 2));
    await client.query(`insert into teams (id, name, slug) values (uuid7(), 'Antiga', 'antiga')`);
    const path = join(newDirectory(), 'old.backup');
    outputOf(await pauta(['backup', path], old.env));
    // Checked, not changed.
    expect(await rowsOf(old.connection, 'select from migrations')).toHaveLength(2);
    const fresh = await freshTarget();
    const restored = json(await pauta(['restore', path, '--json'], fresh.env));
    expect(restored.applied).toEqual(migrationNames().slice(2));
    expect(await rowsOf(fresh.connection, 'select name from teams')).toEqual([{ name: 'Antiga' }]);
    // The tables equal those of a complete migration, except for the migration times.
    const both = await freshTarget('migrated');
    expect((await stateOf(fresh.connection)).tables).toEqual(
      (await stateOf(both.connection)).tables,
    );
    expect(refused(await pauta(['restore', path, '--replace'], both.env))).toContain('older');
  });

  test('leaves foreign tables in the same database alone, and restores triggers', async () => {
    const { connection, env } = await freshTarget('migrated');
    const client = await connectTo(connection);
    await client.query('create table theirs (id int); insert into theirs values (1)');
    // As a later migration may have one: its effect is in the backup already.
    await client.query(
      `create function count_up() returns trigger language plpgsql as 'begin raise exception ''counted twice''; end'`,
    );
    await client.query(
      'create trigger counts after insert on tasks for each row execute function count_up()',
    );
    outputOf(await pauta(['restore', file], env));
    expect(await rowsOf(connection, 'select id from theirs')).toEqual([{ id: 1 }]);
    expect(
      await rowsOf(connection, `select tgenabled as on from pg_trigger where tgname = 'counts'`),
    ).toEqual([{ on: 'O' }]);
    await withBackup(connection, about, async ({ counts, lines }) => {
      for await (const _ of lines);
      expect(Object.keys(counts)).not.toContain('theirs');
    });
  });

  test('carries any value of any table, byte for byte', async () => {
    const from = await freshTarget('migrated');
    const to = await freshTarget('empty');
    const client = await connectTo(from.connection);
    const long = 'ã\\\n'.repeat(200_000);
    // A table and columns invented by this test, as a later migration may add.
    await client.query(`
      create table extra (team_id uuid, "strange ""name" text, n double precision, b bytea, at timestamptz, j json, a text[], g text generated always as ("strange ""name") stored)`);
    await client.query(
      `insert into extra values (null, $1, 0.1::float8 + 0.2, '\\x00ff0a5c', '2026-01-01 00:00:00.123456+03', '{ "a":\n "\\u0000", "a": 1 }', array[null, 'NULL', '', '\\.', $1]), (null, null, 'NaN', '', '-infinity', null, '{}')`,
      [long],
    );
    await migrate(to.connection);
    const target = await connectTo(to.connection);
    await target.query(
      `create table extra (g text generated always as ("strange ""name") stored, a text[], j json, at timestamptz, b bytea, n double precision, "strange ""name" text, team_id uuid)`,
    );
    await withBackup(from.connection, about, async ({ lines }) =>
      restore(to.connection, await readBackup(lines), { replace: false, isPast: true }),
    );
    const all = `select md5("strange ""name"), n::text, b::text, at::text, j::text, md5(a::text), md5(g) from extra`;
    expect(await rowsOf(to.connection, all)).toEqual(await rowsOf(from.connection, all));
  });
});

test.each([
  [
    'from an earlier time signs no one in, and its links are void',
    true,
    { sessions: 0, links: 0, invites: 0 },
  ],
  ['that moves keeps everyone signed in', false, { sessions: 1, links: 1, invites: 1 }],
])('a backup %s', async (_, isPast, left) => {
  const [from, to] = [await freshTarget('migrated'), await freshTarget('empty')];
  const client = await connectTo(from.connection);
  const [team, person] = [randomUUID(), randomUUID()];
  await client.query(`
    insert into teams (id, name, slug) values ('${team}', 'Nossa', 'nossa');
    insert into people (id, email, name) values ('${person}', 'ana@example.com', 'Ana');
    insert into sessions (person_id, id, hash, methods, expires_at)
      values ('${person}', '${person}', sha256('a'), '{pwd}', now() + interval '1 day');
    insert into person_tokens (person_id, hash, purpose, expires_at)
      values ('${person}', sha256('b'), 'reset', now() + interval '1 hour');
    insert into invites (team_id, id, hash, role, expires_at)
      values ('${team}', '${team}', sha256('c'), 'owner', now() + interval '7 days')`);
  await migrate(to.connection);
  await withBackup(from.connection, about, async ({ lines }) =>
    restore(to.connection, await readBackup(lines), { replace: false, isPast }),
  );
  expect(
    await rowsOf(
      to.connection,
      `select (select count(*)::int from sessions where ended_at is null) as sessions,
        (select count(*)::int from person_tokens) as links,
        (select count(*)::int from invites where revoked_at is null) as invites`,
    ),
  ).toEqual([left]);
});

test.each([
  ['restored from an earlier time', true],
  ['moved', false],
])('a backup that is %s has the history for reports', async (_, isPast) => {
  const [from, to] = [await freshTarget('migrated'), await freshTarget('empty')];
  const client = await connectTo(from.connection);
  const team = randomUUID();
  await client.query(`
    insert into teams (id, name, slug) values ('${team}', 'Nossa', 'nossa');
    insert into moves (team_id, resource, id, record_id, field, was, became, actor, moved_at)
      select '${team}', x.resource, uuid7(), uuid7(), x.field, 'a', null, 'gateway', '2026-11-28 12:00:00.123+00'
      from (values ('conversations', 'status'), ('conversations', 'assignee_id'), ('tasks', 'due_date'), ('tasks', 'assignee_ids')) x (resource, field);
    insert into deal_snapshots (team_id, month, taken_at, time_zone, deals)
      values ('${team}', '2026-11-01', '2026-11-03 12:00:00.123+00', 'America/Sao_Paulo', 1);
    insert into deal_snapshot_entries (team_id, month, deal_id, value, probability, phase_probability, phase, expected_close_date)
      values ('${team}', '2026-11-01', '${team}', 12.50, 0.1, 40, 'lead', '2026-12-24')`);
  await migrate(to.connection);
  await withBackup(from.connection, about, async ({ lines }) =>
    restore(to.connection, await readBackup(lines), { replace: false, isPast }),
  );
  for (const [table, count] of [
    ['moves', 4],
    ['deal_snapshots', 1],
    ['deal_snapshot_entries', 1],
  ] as const) {
    const all = `select row_to_json(x)::text from ${table} x order by 1`;
    const rows = await rowsOf(to.connection, all);
    expect(rows, `all rows of ${table}`).toHaveLength(count);
    expect(rows).toEqual(await rowsOf(from.connection, all));
  }
});

describe('moving', () => {
  test('takes the embedded database to a server, with everything in it', async () => {
    const dataDir = freshDataDir();
    json(await pauta(['restore', file, '--json'], { DATA_DIR: dataDir }));
    const { connection, env } = await freshTarget();
    const target = { ...env, DATA_DIR: dataDir };
    const running = await serve({ ...calm, DATA_DIR: dataDir, ROLE: 'web' });
    expect(refused(await pauta(['move'], target))).toContain(String(running.pid));
    await running.stop('SIGINT');

    const { SECRET_KEY: _, ...keyless }: Env = target;
    const [noKey, noTarget, noSource, otherKey] = await Promise.all([
      pauta(['move'], keyless),
      pauta(['move'], { DATA_DIR: dataDir }),
      pauta(['move'], { ...target, DATA_DIR: newDirectory() }),
      pauta(['move'], { ...target, SECRET_KEY: randomBytes(32).toString('base64') }),
    ]);
    expect(refused(noKey)).toContain(`${dataDir}/secret.key`);
    expect(refused(noTarget)).toContain('DATABASE_URL');
    expect(refused(noSource)).toContain('no embedded database');
    expect(refused(otherKey)).toContain('SECRET_KEY');
    expect(
      await rowsOf(
        connection,
        `select from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
      ),
    ).toEqual([]);

    const moved = json(await pauta(['move', '--json'], target));
    expect(moved).toMatchObject({ rows: backedUp.rows, tables: backedUp.tables, applied: [] });
    for (const [table, count] of Object.entries(moved.tables as Json))
      expect(await rowsOf(connection, `select from ${table}`)).toHaveLength(count as number);
    const after = await serve({ ...env, ROLE: 'web' });
    expect(await readAt(after.address)).toBe(answers);
    expect(refused(await pauta(['move', '--replace'], target))).toContain('stop it');
    await after.stop('SIGINT');
    const again = await pauta(['move'], target);
    expect(refused(again)).toContain('--replace');
    expect(outputOf(await pauta(['move', '--replace'], target))).toContain(
      `Moved ${backedUp.rows} rows`,
    );
  });
});
