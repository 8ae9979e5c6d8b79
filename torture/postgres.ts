import pg from 'pg';
import { openEmbedded } from '#server/db/embedded/embedded.ts';
import { isRunning, newDirectory, postmaster } from '#test/support/processes.ts';
import { until } from '#test/support/wait.ts';

/*
 * A separate PostgreSQL for a test that kills and restarts it; no other database lives in it.
 */

/** Signal that ends it: as by an operator, at once, or as by a crash. */
export type Shutdown = 'SIGINT' | 'SIGQUIT' | 'SIGKILL';

export interface DedicatedPostgres {
  readonly connection: pg.ClientConfig;
  readonly dataDir: string;
  /** Stops it permanently. */
  stop(): Promise<void>;
}

const quiet = { info() {}, warn() {}, error() {} };

/** One with an empty database, restarted whenever it has ended. */
export async function startPostgres(): Promise<DedicatedPostgres> {
  const dataDir = newDirectory();
  const { connection, stop } = await openEmbedded({ dataDir, serve: true, log: quiet });
  return { connection, dataDir, stop };
}

/** Connection settings for the embedded PostgreSQL of a DATA_DIR. */
export const connectionIn = (dataDir: string): pg.ClientConfig => ({
  host: `${dataDir}/postgres`,
  port: 5432,
  user: 'pauta',
  database: 'pauta',
  ssl: false,
});

/** Ends the PostgreSQL of a DATA_DIR; does nothing if none is running. */
export async function end(dataDir: string, how: Shutdown): Promise<void> {
  const pid = postmaster(dataDir);
  if (pid === undefined) return;
  process.kill(pid, how);
  await until(() => !isRunning(pid));
}

/** Queries on a new connection. */
export async function ask<Row extends pg.QueryResultRow>(
  connection: pg.ClientConfig,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client(connection);
  // The server may end in the meantime.
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Row>(sql, values)).rows;
  } finally {
    await client.end();
  }
}
