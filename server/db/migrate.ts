import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { distribute } from './citus.ts';
import { clientConfig, patience } from './database.ts';

const directory = new URL('./migrations/', import.meta.url);
/** Any number will do, as long as every version of Pauta uses the same. */
const lock = 7_208_501;
const oldestServer = 150_000;
/** Up to here the schema held a reference that Citus refuses. */
const firstForCitus = '0005_citus.sql';

/** The database cannot be brought up to date; the message is one line for people. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}

/**
 * Brings the database up to date: the files of `migrations/` in the order of their names, all in one transaction,
 * under an advisory lock, so that any number of nodes may start at once.
 * @returns the names of the migrations that were applied now
 * @throws MigrationError when the server is older than PostgreSQL 15 or the database newer than this Pauta
 */
export async function migrate(target: pg.ClientConfig): Promise<string[]> {
  const client = await connectForChanges(target, 'migrate');
  try {
    await client.query('begin');
    await client.query(holdMigrations);
    const applied = await applyMissing(client, migrationNames());
    await client.query('commit');
    return applied;
  } finally {
    await client.end();
  }
}

/** Until the end of the transaction, nobody else migrates. */
export const holdMigrations = `select pg_advisory_xact_lock(${lock})`;
/** The same until {@link releaseMigrations}, beside others who only want that. */
export const keepMigrations = `select pg_advisory_lock_shared(${lock})`;
export const releaseMigrations = `select pg_advisory_unlock_shared(${lock})`;

/** All that this Pauta knows, in their order. */
export const migrationNames = (): string[] =>
  readdirSync(directory)
    .filter((file) => file.endsWith('.sql'))
    .sort();

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
      `PostgreSQL 15 or later is needed; this server is ${Math.floor(version / 10_000)}.`,
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

/**
 * Applies, inside the transaction that holds the migrations, those that the database has not had.
 * @param names all that it shall have had
 * @returns those that were applied now
 */
export async function applyMissing(client: pg.Client, names: readonly string[]): Promise<string[]> {
  await client.query(
    'create table if not exists migrations (name text primary key, applied_at timestamptz(3) not null default now())',
  );
  const done = (await appliedTo(client)) ?? [];
  const unknown = done.filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    throw new MigrationError(
      `The database is newer than this Pauta (it has ${unknown.join(', ')}); update Pauta.`,
    );
  }
  const missing = names.filter((name) => !done.includes(name));
  for (const file of missing) {
    // Later migrations may refer to tables of earlier ones, which are in their places then.
    if (file > firstForCitus) await distribute(client);
    await client.query(readFileSync(new URL(file, directory), 'utf8'));
    await client.query('insert into migrations (name) values ($1)', [file]);
  }
  // An older backup's tables have no places before they are brought up to date.
  if (names.includes(firstForCitus)) await distribute(client);
  return missing;
}
