import pg from 'pg';
import { openEmbedded } from '../server/db/embedded/embedded.ts';
import { isRunning, newDirectory, postmaster, until } from '../test/processes.ts';

/*
 * A PostgreSQL of a test's own, which may be killed and restarted: nobody else's database lives in it.
 */

/** How it is ended: as an operator does, at once, or as an accident does. */
export type Ending = 'SIGINT' | 'SIGQUIT' | 'SIGKILL';

export interface OwnPostgres {
  readonly connection: pg.ClientConfig;
  readonly dataDir: string;
  /** Stops it for good. */
  stop(): Promise<void>;
}

const quiet = { info() {}, warn() {}, error() {} };

/** One with an empty database, which is started anew whenever it has ended. */
export async function startPostgres(): Promise<OwnPostgres> {
  const dataDir = newDirectory();
  const { connection, stop } = await openEmbedded({ dataDir, serve: true, log: quiet });
  return { connection, dataDir, stop };
}

/** How to reach the embedded PostgreSQL of a DATA_DIR. */
export const connectionIn = (dataDir: string): pg.ClientConfig => ({
  host: `${dataDir}/postgres`,
  port: 5432,
  user: 'pauta',
  database: 'pauta',
  ssl: false,
});

/** Ends the PostgreSQL of a DATA_DIR; where none runs just now nothing is done. */
export async function end(dataDir: string, how: Ending): Promise<void> {
  const pid = postmaster(dataDir);
  if (pid === undefined) return;
  process.kill(pid, how);
  await until(() => !isRunning(pid));
}

/** Asks on a connection of its own. */
export async function ask<Row extends pg.QueryResultRow>(
  connection: pg.ClientConfig,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client(connection);
  // The server may be ended meanwhile.
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Row>(sql, values)).rows;
  } finally {
    await client.end();
  }
}
