import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { distribute, settingsForChanges } from './citus.ts';
import { clientConfig, defaultTimeouts } from './database.ts';

/*
 * Migrations while services keep running (docs/adr/0031). Each file commits separately. A table change that does not get its lock
 * at once is abandoned and retried, because other statements queue behind it while it waits. Indexes are built concurrently,
 * which waits for old transactions and blocks no statement. Waiting for another node's migrations happens outside a transaction:
 * its index builds would wait for one.
 */

const directory = new URL('./migrations/', import.meta.url);
/** Arbitrary advisory lock number, identical in every version of Pauta. */
const lock = 7_208_501;
const oldestServer = 150_000;
/** Before this migration, the schema had a foreign key that Citus refuses. */
const firstForCitus = '0005_citus.sql';
/** Known to every version of Pauta. */
const first = '0001_service.sql';

/** Maximum time that a table change blocks readers while waiting: well under a request's statement timeout. */
const lockTimeoutMs = 400;
/** Pauses between attempts, during which blocked statements proceed. */
const rests = { first: 500, longest: 10_000 };
/** Maximum wait for locks per file: covers a regular dump, but not a transaction forgotten overnight. */
const lockPatienceMs = 300_000;
/** Interval between checks for blocking sessions. */
const watchEveryMs = 150;
/** Interval between log lines while an index build, or another node's migration, is pending. */
const sayEveryMs = 15_000;

/** The waiting file, and the sessions that block it. */
export interface BlockedMigration {
  readonly migration?: string;
  readonly waits_for?: string;
}

/** Options for running migrations. */
export interface Migrating {
  /** Receives the reasons for waiting. */
  readonly log?: { warn(migration: BlockedMigration, words: string): void };
  /** Maximum wait for locks per file, in milliseconds. */
  readonly lockPatienceMs?: number;
  /** Directory of the migration files. */
  readonly files?: URL;
}

/** A failed migration, with a one-line message for users. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}

/**
 * Applies the files of `migrations/` in alphabetical order, each in a separate transaction or, if it is named
 * `.concurrently.sql`, in none. Holds an advisory lock, so that any number of nodes may start at once. An empty database gets all
 * of them in one transaction.
 * @returns the names of the newly applied migrations
 * @throws MigrationError if the server is older than PostgreSQL 15, the database is too new for this Pauta, or another session
 * locks
 *   a table for too long
 */
export async function migrate(
  target: pg.ClientConfig,
  { log, lockPatienceMs: mostMs = lockPatienceMs, files = directory }: Migrating = {},
): Promise<string[]> {
  const names = migrationNames(files);
  const client = await connectForChanges(target, 'migrate');
  try {
    await lockMigrations(client, log);
    if ((await appliedTo(client)) === undefined)
      return await inTransaction(client, () => applyMissing(client, names, files));
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const migrations = new Waiting(client, rows[0]?.pid ?? 0, target, mostMs, log);
    try {
      const missing = await migrations.alter('migrations', () => findMissing(client, names));
      for (const file of missing) {
        if (isConcurrent(file)) await migrations.index(file, files);
        else
          await migrations.alter(file, async () => {
            await distributeBefore(client, file);
            await applyOne(client, file, files);
          });
      }
      // Distributes tables that an interrupted start left undistributed.
      if (names.includes(firstForCitus)) await migrations.alter('Citus', () => distribute(client));
      return missing;
    } finally {
      await migrations.end();
    }
  } finally {
    // Ending the session releases the lock.
    await client.end();
  }
}

/**
 * Blocks other nodes' migrations until the session ends. Polls for the lock, because an index build of the other node would wait
 * for a statement that blocks on it.
 */
export const lockMigrations = (client: pg.Client, log?: Migrating['log']): Promise<void> =>
  poll(client, `select pg_try_advisory_lock(${lock}) as got`, log);
/** Blocks migrations until {@link releaseMigrations}; several sessions may do so at once. */
export const blockMigrations = (client: pg.Client): Promise<void> =>
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

/** All migrations of this version, in order. */
export const migrationNames = (files = directory): string[] =>
  readdirSync(files)
    .filter((file) => file.endsWith('.sql'))
    .sort();

/** True if a file's statements run one by one outside a transaction: they only add nullable columns and build or drop indexes. */
const isConcurrent = (file: string) => file.endsWith('.concurrently.sql');

/** A statement of a concurrent migration. */
interface ConcurrentStatement {
  readonly text: string;
  readonly does: 'add column' | 'create index' | 'drop index';
  /** Name of the column or the index. */
  readonly name: string;
}

/**
 * Parses a `….concurrently.sql` file.
 * @throws Error for anything except `alter table NAME add column if not exists NAME TYPE` (nullable, so that it is
 *   instant), `create [unique] index concurrently NAME …` and `drop index concurrently if exists NAME`
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

/** Splits a file into statements. Semicolons in strings and in bodies of functions do not end one. */
export const statementsIn = (text: string): string[] =>
  (
    text
      .replaceAll(/^\s*--.*$/gm, '')
      .match(/(?:--.*$|'[^']*'|\$(\w*)\$[\s\S]*?\$\1\$|[^;'$-]|[$-])+/gm) ?? []
  ).filter((statement) => statement.trim() !== '');

/**
 * The migration that a running version must know to continue working after this one is applied, from the line `-- needs NAME`;
 * without that line, any version can.
 */
export const neededBy = (text: string): string => /^-- needs (\S+\.sql)$/m.exec(text)?.[1] ?? first;

const read = (file: string, files: URL) => readFileSync(new URL(file, files), 'utf8');

/**
 * Opens a connection for long operations, including a long wait for another node's migration.
 * @throws MigrationError if the server does not respond or is unsuitable
 */
export async function connectForChanges(target: pg.ClientConfig, name: string): Promise<pg.Client> {
  const client = new pg.Client(clientConfig(target, name, defaultTimeouts.bulk));
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

/** Applied migrations of a database; undefined if Pauta has never used it. */
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
 * Migrations that the database lacks.
 * @throws MigrationError if it has newer ones with which this Pauta does not work
 */
async function findMissing(client: pg.Client, names: readonly string[]): Promise<string[]> {
  await client.query(
    'create table if not exists migrations (name text primary key, applied_at timestamptz(3) not null default now())',
  );
  const hasNeeds = await client.query(
    `select from pg_attribute where attrelid = 'migrations'::regclass and attname = 'needs'`,
  );
  // The migration that a version must know to work with this one; null if set by a version that refuses all unknown migrations.
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

/** Distributes the tables of earlier files in a database that has data: a later file may add references from other tables to them. */
async function distributeBefore(client: pg.Client, file: string): Promise<void> {
  if (file > firstForCitus) await distribute(client);
}

/** Applies one file inside the open transaction. */
async function applyOne(client: pg.Client, file: string, files: URL): Promise<void> {
  const text = read(file, files);
  await client.query(settingsForChanges);
  if (isConcurrent(file)) {
    for (const { text: statement, does, name } of concurrentStatements(text)) {
      if (does === 'create index') await client.query(`drop index if exists ${name}`);
      await client.query(statement.replace(' concurrently ', ' '));
    }
  } else {
    // One by one: Citus forwards the whole text of some statements to its workers, which accept only one at a time.
    for (const statement of statementsIn(text)) await client.query(statement);
  }
  await record(client, file, text);
}

/**
 * Applies the missing migrations inside an open transaction that holds the migration lock; builds indexes in it as well.
 * @param names all migrations that the database must have
 * @returns the newly applied ones
 */
export async function applyMissing(
  client: pg.Client,
  names: readonly string[],
  files = directory,
): Promise<string[]> {
  const missing = await findMissing(client, names);
  const isNew = missing.length === names.length;
  for (const file of missing) {
    if (!isNew) await distributeBefore(client, file);
    await applyOne(client, file, files);
  }
  // A new database is distributed once: that takes a fraction of the time.
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

/** True if a lock timed out, or the statement was aborted as a deadlock victim. */
const isBlocked = (error: unknown) =>
  error instanceof pg.DatabaseError && (error.code === '55P03' || error.code === '40P01');

// Other roles' sessions show only some of these columns.
const inTheWay = `
  select (select min(l.relation::regclass::text) from pg_locks l where l.pid = $1 and not l.granted and l.relation is not null) as "table",
    string_agg(distinct concat_ws(' ', 'process ' || a.pid, '(' || concat_ws(', ', nullif(a.application_name, ''), a.state) || ')',
      'since ' || to_char(a.xact_start, 'YYYY-MM-DD HH24:MI:SS TZ')), ', ') as by
  from pg_stat_activity a where a.pid = any (pg_blocking_pids($1))`;

const validity = 'select indisvalid as valid from pg_index where indexrelid = to_regclass($1)';

/** Makes changes while others use the tables: retries changes that do not get their lock, and reports the blocking sessions. */
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

  /** Makes a change in a separate transaction. @param what its name for messages */
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

  /**
   * Adds the columns of a file, and builds or drops its indexes. An existing index is either complete or left by an interrupted
   * attempt.
   */
  async index(file: string, files: URL): Promise<void> {
    const text = read(file, files);
    await this.alter(file, () => distribute(this.#client));
    // Waits for transactions, some of them older, but blocks no statement: no retry is needed.
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

  /** Monitors blocking sessions during an attempt. @param say name under which waiting is reported while the attempt lasts */
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
    // Most changes finish before the first check.
    await rest();
    this.#watcher ??= this.#openWatcher();
    const watcher = await this.#watcher;
    for (let saidAt = -Infinity; !done.aborted; await rest()) {
      const { rows } = await watcher.query<{ table: string | null; by: string | null }>(inTheWay, [
        this.#pid,
      ]);
      const [row] = rows;
      if (!row?.by) continue;
      this.#obstacle = row.table === null ? row.by : `the table ${row.table}, locked by ${row.by}`;
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
