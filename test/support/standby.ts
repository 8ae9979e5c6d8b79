import { execFileSync } from 'node:child_process';
import { chownSync, cpSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { type Embedded, openEmbedded } from '#server/db/embedded/embedded.ts';
import { newDirectory } from './processes.ts';

/* A PostgreSQL and a streaming standby. The package has no pg_basebackup: the standby is created from a copy of the files. */

const quiet = { info() {}, warn() {}, error() {} };

/** A separate server. */
export interface Server {
  readonly connection: pg.ClientConfig;
  /** Runs SQL as its superuser. */
  sql(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /** Stops it without waiting for sessions. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

async function server(dataDir: string): Promise<Server> {
  let running: Embedded | undefined;
  let client: pg.Client | undefined;
  const start = async () => {
    running = await openEmbedded({ dataDir, serve: true, log: quiet });
    client = new pg.Client(running.connection);
    client.on('error', () => {});
    await client.connect();
  };
  await start();
  return {
    get connection() {
      return running?.connection ?? {};
    },
    async sql(text, values) {
      return (await client?.query(text, values))?.rows ?? [];
    },
    start,
    async stop() {
      await client?.end();
      await running?.stop();
    },
  };
}

/** Starts both; the standby follows the primary. The caller stops them. */
export async function startPair(): Promise<{ primary: Server; standby: Server }> {
  const [from, to] = [newDirectory(), newDirectory()];
  const primary = await server(from);
  await copyRunning(primary, join(from, 'postgres'), join(to, 'postgres'));
  return { primary, standby: await server(to) };
}

/** Does the work of pg_basebackup: copies the files between the start and the end of a backup, with the label to continue from. */
async function copyRunning(primary: Server, from: string, to: string): Promise<void> {
  await primary.sql(`select pg_backup_start('standby', true)`);
  cpSync(from, to, { recursive: true });
  const [stop] = await primary.sql('select labelfile from pg_backup_stop(false)');
  for (const name of ['postmaster.pid', 'postmaster.opts', '.s.PGSQL.5432', '.s.PGSQL.5432.lock'])
    rmSync(join(to, name), { force: true });
  writeFileSync(join(to, 'backup_label'), String(stop?.labelfile));
  writeFileSync(join(to, 'standby.signal'), '');
  const { host, port, user } = primary.connection;
  const follow = `primary_conninfo = 'host=${host} port=${port} user=${user} application_name=standby'\n`;
  // It reports its position soon, and gives up soon on a lost primary.
  const brisk = `wal_retrieve_retry_interval = '100ms'\nmax_standby_streaming_delay = '50ms'\n`;
  writeFileSync(join(to, 'postgresql.auto.conf'), follow + brisk);
  const { uid, gid } = statSync(from);
  chownSync(join(to, '..'), uid, gid);
  execFileSync('chown', ['-R', `${uid}:${gid}`, to]);
  execFileSync('chmod', ['0700', to]);
}
