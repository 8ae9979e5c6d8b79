import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { clientConfig } from './database.ts';

const directory = new URL('./migrations/', import.meta.url);
/** Any number will do, as long as every version of Pauta uses the same. */
const lock = 7_208_501;
const oldestServer = 150_000;

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
  const client = new pg.Client(clientConfig(target, 'migrate'));
  await client.connect().catch((error: Error) => {
    const name =
      target.connectionString === undefined ? 'The database' : 'The database of DATABASE_URL';
    throw new MigrationError(`${name} refuses: ${error.message.replaceAll(/\s*\n\s*/g, '; ')}.`);
  });
  try {
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
    // The wait for another node's migration may be long.
    await client.query('set statement_timeout = 0');
    await client.query('begin');
    await client.query(`select pg_advisory_xact_lock(${lock})`);
    const applied = await applyMissing(client);
    await client.query('commit');
    return applied;
  } finally {
    await client.end();
  }
}

async function applyMissing(client: pg.Client): Promise<string[]> {
  await client.query(
    'create table if not exists migrations (name text primary key, applied_at timestamptz(3) not null default now())',
  );
  const { rows } = await client.query<{ name: string }>('select name from migrations');
  const done = new Set(rows.map((row) => row.name));
  const files = readdirSync(directory)
    .filter((file) => file.endsWith('.sql'))
    .sort();
  const unknown = [...done].filter((name) => !files.includes(name));
  if (unknown.length > 0) {
    throw new MigrationError(
      `The database is newer than this Pauta (it has ${unknown.join(', ')}); update Pauta.`,
    );
  }
  const missing = files.filter((file) => !done.has(file));
  for (const file of missing) {
    await client.query(readFileSync(new URL(file, directory), 'utf8'));
    await client.query('insert into migrations (name) values ($1)', [file]);
  }
  return missing;
}
