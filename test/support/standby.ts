import { execFileSync } from 'node:child_process';
import { chownSync, cpSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { type Embedded, openEmbedded } from '#server/db/embedded/embedded.ts';
import { newDirectory } from './processes.ts';

/*
 * A PostgreSQL and a standby of it, which streams. The package brings no pg_basebackup: the standby is made of a copy of the files.
 */

const quiet = { info() {}, warn() {}, error() {} };

/** A server of one's own. */
export interface Server {
  readonly connection: pg.ClientConfig;
  /** Runs SQL as its superuser. */
  sql(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /** Ends it; a session of its own is no reason to wait. */
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

/** Starts both; the standby follows. They are to be stopped. */
export async function startPair(): Promise<{ primary: Server; standby: Server }> {
  const [from, to] = [newDirectory(), newDirectory()];
  const primary = await server(from);
  await copyRunning(primary, join(from, 'postgres'), join(to, 'postgres'));
  return { primary, standby: await server(to) };
}

/** What pg_basebackup does: the files between the beginning and the end of a backup, and what says where to go on. */
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
  // It tells soon how far it is, and gives up soon on a primary that went away.
  const brisk = `wal_retrieve_retry_interval = '100ms'\nmax_standby_streaming_delay = '50ms'\n`;
  writeFileSync(join(to, 'postgresql.auto.conf'), follow + brisk);
  const { uid, gid } = statSync(from);
  chownSync(join(to, '..'), uid, gid);
  execFileSync('chown', ['-R', `${uid}:${gid}`, to]);
  execFileSync('chmod', ['0700', to]);
}
