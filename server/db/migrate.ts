import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { distribute } from './citus.ts';
import { clientConfig, patience } from './database.ts';

/*
 * Migrations beside services that go on (docs/adr/0031). Each file commits by itself. A change of a table is given up where it
 * does not get its lock at once, and tried again: while it waits, everybody else waits behind it. Indexes are built
 * concurrently, which waits for old transactions and holds up nobody. Who waits for another node's migrations is in no
 * transaction: an index would wait for it.
 */

const directory = new URL('./migrations/', import.meta.url);
/** Any number will do, as long as every version of Pauta uses the same. */
const lock = 7_208_501;
const oldestServer = 150_000;
/** Up to here the schema held a reference that Citus refuses. */
const firstForCitus = '0005_citus.sql';
/** What every version of Pauta knows. */
const first = '0001_service.sql';

/** For how long a change of a table holds up those who want to read it: well under what a request waits for a statement. */
const lockTimeoutMs = 400;
/** Rests between attempts, which let everybody through who had to wait. */
const rests = { first: 500, longest: 10_000 };
/** For how long locks are waited for, file by file: an ordinary dump, not somebody who forgot a transaction over the night. */
const lockPatienceMs = 300_000;
/** How often is looked for who is in the way. */
const watchEveryMs = 150;
/** How often is said that an index still waits, or another node still migrates. */
const sayEveryMs = 15_000;

/** Which file waits, and for whom. */
export interface Found {
  readonly migration?: string;
  readonly waits_for?: string;
}

/** How migrations are run. */
export interface Migrating {
  /** Told what is waited for. */
  readonly log?: { warn(found: Found, words: string): void };
  /** For how long locks are waited for, file by file, in milliseconds. */
  readonly lockPatienceMs?: number;
  /** Where the files are. */
  readonly files?: URL;
}

/** The database cannot be brought up to date; the message is one line for people. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}

/**
 * Brings the database up to date: the files of `migrations/` in the order of their names, each in a transaction of its own or,
 * where its name says `.concurrently.sql`, in none. Under an advisory lock, so that any number of nodes may start at once.
 * A database without any table gets all of them in one transaction.
 * @returns the names of the migrations that were applied now
 * @throws MigrationError when the server is older than PostgreSQL 15, the database too new for this Pauta, or somebody keeps a
 *   table for too long
 */
export async function migrate(
  target: pg.ClientConfig,
  { log, lockPatienceMs: mostMs = lockPatienceMs, files = directory }: Migrating = {},
): Promise<string[]> {
  const names = migrationNames(files);
  const client = await connectForChanges(target, 'migrate');
  try {
    await holdMigrations(client, log);
    if ((await appliedTo(client)) === undefined)
      return await inTransaction(client, () => applyMissing(client, names, files));
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const migrations = new Waiting(client, rows[0]?.pid ?? 0, target, mostMs, log);
    try {
      const missing = await migrations.alter('migrations', () => findMissing(client, names));
      for (const file of missing) {
        if (isConcurrent(file)) await migrations.index(file, files);
        else await migrations.alter(file, () => applyOne(client, file, files));
      }
      // What an earlier start left without its place.
      if (names.includes(firstForCitus)) await migrations.alter('Citus', () => distribute(client));
      return missing;
    } finally {
      await migrations.end();
    }
  } finally {
    // The lock goes with the session.
    await client.end();
  }
}

/**
 * Until the session ends, nobody else migrates. Asks again and again: who waited in a statement would be waited for by the
 * index that the other node builds.
 */
export const holdMigrations = (client: pg.Client, log?: Migrating['log']): Promise<void> =>
  poll(client, `select pg_try_advisory_lock(${lock}) as got`, log);
/** The same until {@link releaseMigrations}, beside others who only want that. */
export const keepMigrations = (client: pg.Client): Promise<void> =>
  poll(client, `select pg_try_advisory_lock_shared(${lock}) as got`, undefined);
export const releaseMigrations = `select pg_advisory_unlock_shared(${lock})`;

async function poll(client: pg.Client, attempt: string, log: Migrating['log']): Promise<void> {
  let saidAt = performance.now();
  for (let rest = 10; ; rest = Math.min(1.5 * rest, 500)) {
    const { rows } = await client.query<{ got: boolean }>(attempt);
    if (rows[0]?.got) return;
    if (performance.now() - saidAt > sayEveryMs) {
      saidAt = performance.now();
      log?.warn({}, 'another process is migrating, backing up or restoring the database; waiting');
    }
    await sleep(rest);
  }
}

/** All that this Pauta knows, in their order. */
export const migrationNames = (files = directory): string[] =>
  readdirSync(files)
    .filter((file) => file.endsWith('.sql'))
    .sort();

/** Whether a file's statements run one by one outside of a transaction: columns that hold nothing yet, and indexes. */
const isConcurrent = (file: string) => file.endsWith('.concurrently.sql');

/** A statement of such a file. */
export interface ConcurrentStatement {
  readonly text: string;
  readonly does: 'add column' | 'create index' | 'drop index';
  /** What it is about: the column or the index. */
  readonly name: string;
}

/**
 * What a file `….concurrently.sql` holds.
 * @throws Error where there is anything but `alter table NAME add column if not exists NAME TYPE` (nullable, so that it takes no
 *   time), `create [unique] index concurrently NAME …` and `drop index concurrently if exists NAME`
 */
export function concurrentStatements(text: string): ConcurrentStatement[] {
  return text
    .replaceAll(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
    .map((statement) => {
      const [, column, created, dropped] =
        /^(?:alter table \w+ add column if not exists (\w+) \w+(?:\[\])?$|create (?:unique )?index concurrently (\w+) on |drop index concurrently if exists (\w+)$)/.exec(
          statement,
        ) ?? [];
      if (column !== undefined) return { text: statement, does: 'add column', name: column };
      if (created !== undefined) return { text: statement, does: 'create index', name: created };
      if (dropped !== undefined) return { text: statement, does: 'drop index', name: dropped };
      throw new Error(`this cannot run concurrently: ${statement}`);
    });
}

/**
 * The migration that a version of Pauta must know to go on working once this one is applied, from the line `-- needs NAME`;
 * without it any version can.
 */
export const neededBy = (text: string): string => /^-- needs (\S+\.sql)$/m.exec(text)?.[1] ?? first;

const read = (file: string, files: URL) => readFileSync(new URL(file, files), 'utf8');

/**
 * A connection for what takes long. The wait for another node's migration may be long, too.
 * @throws MigrationError when nobody answers, or a server that will not do
 */
export async function connectForChanges(target: pg.ClientConfig, name: string): Promise<pg.Client> {
  const client = new pg.Client(clientConfig(target, name, patience.bulk));
  await client.connect().catch((error: Error) => {
    const database =
      target.connectionString === undefined ? 'The database' : 'The database of DATABASE_URL';
    throw new MigrationError(
      `${database} refuses: ${error.message.replaceAll(/\s*\n\s*/g, '; ')}.`,
    );
  });
  try {
    await checkServer(client);
    return client;
  } catch (error) {
    await client.end();
    throw error;
  }
}

async function checkServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: number; encoding: string }>(
    `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding`,
  );
  const { version, encoding } = rows[0] ?? { version: 0, encoding: '' };
  if (version < oldestServer) {
    throw new MigrationError(
      `PostgreSQL 15 or later is required; this server is ${Math.floor(version / 10_000)}.`,
    );
  }
  if (encoding !== 'UTF8') {
    throw new MigrationError(`The database must be encoded in UTF8; this one is ${encoding}.`);
  }
}

/** The migrations that a database has had; undefined where no Pauta has been. */
export async function appliedTo(client: pg.Client): Promise<string[] | undefined> {
  const there = await client.query(`select where to_regclass('migrations') is not null`);
  if (!there.rowCount) return undefined;
  const { rows } = await client.query<{ name: string }>(
    'select name from migrations order by name',
  );
  return rows.map((row) => row.name);
}

const record = (client: pg.Client, file: string, text: string) =>
  client.query('insert into migrations (name, needs) values ($1, $2)', [file, neededBy(text)]);

/**
 * Which of these the database has not had.
 * @throws MigrationError when it has had others with which this Pauta does not work
 */
async function findMissing(client: pg.Client, names: readonly string[]): Promise<string[]> {
  await client.query(
    'create table if not exists migrations (name text primary key, applied_at timestamptz(3) not null default now())',
  );
  const hasNeeds = await client.query(
    `select from pg_attribute where attrelid = 'migrations'::regclass and attname = 'needs'`,
  );
  // What a version must know to work here; unset by versions that refuse all that they do not know.
  if (!hasNeeds.rowCount) await client.query('alter table migrations add column needs text');
  const { rows: done } = await client.query<{ name: string; needs: string | null }>(
    'select name, needs from migrations order by name',
  );
  const tooNew = done.filter(
    ({ name, needs }) => !names.includes(name) && (needs === null || !names.includes(needs)),
  );
  if (tooNew.length > 0) {
    throw new MigrationError(
      `The database is newer than this Pauta (it has ${tooNew.map(({ name }) => name).join(', ')}); update Pauta.`,
    );
  }
  return names.filter((name) => !done.some((row) => row.name === name));
}

/** Applies one file inside the open transaction. */
async function applyOne(client: pg.Client, file: string, files: URL): Promise<void> {
  const text = read(file, files);
  // Later migrations may refer to tables of earlier ones, which are in their places then.
  if (file > firstForCitus) await distribute(client);
  if (isConcurrent(file)) {
    for (const { text: statement, does, name } of concurrentStatements(text)) {
      if (does === 'create index') await client.query(`drop index if exists ${name}`);
      await client.query(statement.replace(' concurrently ', ' '));
    }
  } else {
    await client.query(text);
  }
  await record(client, file, text);
}

/**
 * Applies, inside an open transaction of one who holds the migrations, those that the database has not had; indexes are built
 * in it, too.
 * @param names all that it shall have had
 * @returns those that were applied now
 */
export async function applyMissing(
  client: pg.Client,
  names: readonly string[],
  files = directory,
): Promise<string[]> {
  const missing = await findMissing(client, names);
  for (const file of missing) await applyOne(client, file, files);
  // An older backup's tables have no places before they are brought up to date.
  if (names.includes(firstForCitus)) await distribute(client);
  return missing;
}

async function inTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

/** Not got in time, or given up so that somebody else could go on. */
const isBlocked = (error: unknown) =>
  error instanceof pg.DatabaseError && (error.code === '55P03' || error.code === '40P01');

// Of sessions of other roles only some of this is shown.
const inTheWay = `
  select (select min(l.relation::regclass::text) from pg_locks l where l.pid = $1 and not l.granted and l.relation is not null) as "table",
    string_agg(distinct concat_ws(' ', 'process ' || a.pid, '(' || concat_ws(', ', nullif(a.application_name, ''), a.state) || ')',
      'since ' || to_char(a.xact_start, 'YYYY-MM-DD HH24:MI:SS TZ')), ', ') as by
  from pg_stat_activity a where a.pid = any (pg_blocking_pids($1))`;

const validity = 'select indisvalid as valid from pg_index where indexrelid = to_regclass($1)';

/** Changes beside others who use the tables: what does not get its lock is tried again, and says who is in the way. */
class Waiting {
  readonly #client: pg.Client;
  readonly #pid: number;
  readonly #target: pg.ClientConfig;
  readonly #mostMs: number;
  readonly #log: Migrating['log'];
  #watcher: Promise<pg.Client> | undefined;
  #obstacle = 'another session';

  constructor(
    client: pg.Client,
    pid: number,
    target: pg.ClientConfig,
    mostMs: number,
    log: Migrating['log'],
  ) {
    this.#client = client;
    this.#pid = pid;
    this.#target = target;
    this.#mostMs = mostMs;
    this.#log = log;
  }

  async end(): Promise<void> {
    await (await this.#watcher?.catch(() => undefined))?.end();
  }

  /** Does a change in a transaction of its own. @param what whose change it is */
  alter<T>(what: string, change: () => Promise<T>): Promise<T> {
    return this.#insist(what, () =>
      this.#watched(undefined, () =>
        inTransaction(this.#client, async () => {
          await this.#client.query(`set local lock_timeout = ${lockTimeoutMs}`);
          return change();
        }),
      ),
    );
  }

  /** Adds the columns of a file, and builds or drops its indexes. One that is there already is whole, or left by an attempt that broke off. */
  async index(file: string, files: URL): Promise<void> {
    const text = read(file, files);
    await this.alter(file, () => distribute(this.#client));
    // This waits for transactions, some older than it, and holds up nobody: it need not be tried anew.
    await this.#client.query(`set lock_timeout = ${this.#mostMs}`);
    for (const { text: statement, does, name } of concurrentStatements(text)) {
      if (does === 'add column') {
        await this.alter(file, () => this.#client.query(statement));
        continue;
      }
      await this.#insist(file, () =>
        this.#watched(file, async () => {
          const { rows } = await this.#client.query<{ valid: boolean }>(validity, [name]);
          if (does === 'create index' && rows[0]?.valid === true) return;
          if (does === 'create index' && rows[0])
            await this.#client.query(`drop index concurrently if exists ${name}`);
          await this.#client.query(statement);
        }),
      );
    }
    await this.#client.query('reset lock_timeout');
    await record(this.#client, file, text);
  }

  async #insist<T>(what: string, attempt: () => Promise<T>): Promise<T> {
    const deadline = performance.now() + this.#mostMs;
    for (let rest = rests.first; ; rest = Math.min(2 * rest, rests.longest)) {
      try {
        return await attempt();
      } catch (error) {
        if (!isBlocked(error)) throw error;
      }
      const left = deadline - performance.now();
      if (left <= 0) {
        throw new MigrationError(
          `The migration ${what} waited for ${Math.round(this.#mostMs / 1_000)} s for ${this.#obstacle}: end that, then start again.`,
        );
      }
      this.#say(what);
      await sleep(Math.min(rest, left));
    }
  }

  #say(what: string): void {
    this.#log?.warn({ migration: what, waits_for: this.#obstacle }, 'a migration is waiting');
  }

  /** Keeps an eye on who is in the way meanwhile. @param say whose waiting is said also while the attempt lasts */
  async #watched<T>(say: string | undefined, attempt: () => Promise<T>): Promise<T> {
    const done = new AbortController();
    const watching = this.#watch(say, done.signal).catch(() => {});
    try {
      return await attempt();
    } finally {
      done.abort();
      await watching;
    }
  }

  async #watch(say: string | undefined, done: AbortSignal): Promise<void> {
    const rest = () => sleep(watchEveryMs, undefined, { signal: done });
    // Most changes are done before anybody need look.
    await rest();
    this.#watcher ??= this.#openWatcher();
    const watcher = await this.#watcher;
    for (let saidAt = -Infinity; !done.aborted; await rest()) {
      const { rows } = await watcher.query<{ table: string | null; by: string | null }>(inTheWay, [
        this.#pid,
      ]);
      const [found] = rows;
      if (!found?.by) continue;
      this.#obstacle =
        found.table === null ? found.by : `the table ${found.table}, locked by ${found.by}`;
      if (say === undefined || performance.now() - saidAt < sayEveryMs) continue;
      saidAt = performance.now();
      this.#say(say);
    }
  }

  async #openWatcher(): Promise<pg.Client> {
    const watcher = await connectForChanges(this.#target, 'migrate watch');
    watcher.on('error', () => {});
    return watcher;
  }
}
