import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import type { Row } from '#server/db/database.ts';
import { openEmbedded } from '#server/db/embedded/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { historyChecks } from './history-check.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A server with the migrated database `pauta_template`, which each test file copies. */
    server: pg.ClientConfig;
  }
}

const template = 'pauta_template';
const quiet = { info() {}, warn() {}, error() {} };

let started: ReturnType<typeof startServer> | undefined;

/** Starts the server before the first test of a project, unless another project of the run has. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const isFirst = started === undefined;
  started ??= startServer();
  const { server, dataDir, stop } = await started;
  // The server need not survive a crash of the machine: otherwise dropping a database waits for the disk. Processes may still be killed.
  if (isFirst && dataDir !== undefined) {
    const hasty = ['fsync', 'full_page_writes'].map((name) => `alter system set ${name} = off`);
    await run(databaseOf(server, 'postgres'), ...hasty, 'select pg_reload_conf()');
  }
  project.provide('server', server);
  return isFirst ? stop : async () => {};
}

/**
 * One real PostgreSQL for the whole run: a separate embedded one, or the server of TEST_DATABASE_URL (whose user may create databases): a
 * PostgreSQL, or the coordinator of a Citus cluster whose database `postgres` knows the workers.
 */
export async function startServer(): Promise<{
  server: pg.ClientConfig;
  /** Directory of its files, if the server is ours. */
  dataDir: string | undefined;
  stop(): Promise<void>;
}> {
  const url = process.env.TEST_DATABASE_URL;
  const embedded = url === undefined ? await startOwn() : undefined;
  const server: pg.ClientConfig = embedded ? { ...embedded.connection } : { connectionString: url };
  await dropDatabase(server, template);
  await createDatabase(server, template, 'empty');
  await migrate(databaseOf(server, template));
  if (!(await isCluster(server))) await run(databaseOf(server, template), ...historyChecks);
  for (const node of await nodesOf(server))
    await run(databaseOf(node, 'postgres'), `alter database ${template} allow_connections false`);
  return {
    server,
    dataDir: embedded?.dataDir,
    async stop() {
      for (const name of readdirSync(tmpdir()))
        if (name.startsWith(ofWorkers(process.pid)))
          rmSync(join(tmpdir(), name), { recursive: true, force: true });
      await (embedded ? embedded.stop() : dropDatabases(server, ofWorkers(process.pid)));
    },
  };
}

const memory = '/dev/shm';
/** Bytes that must be free in memory: twice the maximum of a run's databases. */
const leastMemory = 4 * 1024 ** 3;

/**
 * Directory for the databases of a run: in memory if there is room. Each test file copies a database, several gigabytes in all. Six test
 * files took 65 s in memory and 125 s on disk, with 37 s and 46 s of processor time, measured once on a machine with other load.
 */
function placeForData(): string {
  try {
    const { bavail, bsize } = statfsSync(memory);
    if (bavail * bsize >= leastMemory && freemem() >= leastMemory) return memory;
  } catch {
    // Not supported by this system.
  }
  return tmpdir();
}

async function startOwn() {
  const dataDir = mkdtempSync(join(placeForData(), 'pauta-test-'));
  chmodSync(dataDir, 0o755);
  const open = () => openEmbedded({ dataDir, serve: true, log: quiet });
  const first = await open();
  // For the services and commands of several test files at once.
  await run(databaseOf(first.connection, 'postgres'), 'alter system set max_connections = 500');
  await first.stop();
  const embedded = await open();
  return {
    connection: embedded.connection,
    dataDir,
    async stop() {
      await embedded.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Creates a database, on every node of a cluster: empty, or a copy of the migrated template. */
export async function createDatabase(
  server: pg.ClientConfig,
  name: string,
  kind: 'empty' | 'migrated',
): Promise<void> {
  const nodes = await nodesOf(server);
  if (kind === 'migrated') {
    // Citus keeps a connection to every database.
    const alone = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${template}'`;
    for (const node of nodes)
      await run(
        databaseOf(node, 'postgres'),
        alone,
        // The default, block by block through the log, takes twice as long for an idle database.
        `create database ${name} template ${template} strategy file_copy`,
      );
    return;
  }
  for (const node of nodes) await run(databaseOf(node, 'postgres'), `create database ${name}`);
  if (!(await isCluster(server))) return;
  for (const node of nodes) await run(databaseOf(node, name), 'create extension citus');
  const [coordinator, ...workers] = nodes.map(({ connectionString }) => {
    const { hostname, port } = new URL(connectionString ?? '');
    return `'${hostname}', ${port || 5432}`;
  });
  await run(
    databaseOf(server, name),
    `select citus_set_coordinator_host(${coordinator})`,
    ...workers.map((worker) => `select citus_add_node(${worker})`),
  );
}

/** Drops a database, if it exists. */
export async function dropDatabase(server: pg.ClientConfig, name: string): Promise<void> {
  for (const node of await nodesOf(server))
    await run(databaseOf(node, 'postgres'), `drop database if exists ${name} with (force)`);
}

/** Beginning of the names of the databases and directories that last as long as the workers of a process. */
export const ofWorkers = (parent: number) => `pauta_of_${parent}_`;

async function dropDatabases(server: pg.ClientConfig, prefix: string): Promise<void> {
  const rows = await run(
    databaseOf(server, 'postgres'),
    `select datname from pg_database where starts_with(datname, '${prefix}')`,
  );
  for (const { datname } of rows) await dropDatabase(server, String(datname));
}

async function isCluster(server: pg.ClientConfig): Promise<boolean> {
  const [row] = await run(
    databaseOf(server, 'postgres'),
    `select to_regclass('pg_dist_node') is not null as is_cluster`,
  );
  return row?.is_cluster === true;
}

/** Nodes of a Citus cluster, the coordinator first; any other server alone. */
export async function nodesOf(server: pg.ClientConfig): Promise<pg.ClientConfig[]> {
  if (!(await isCluster(server))) return [server];
  const nodes = await run(
    databaseOf(server, 'postgres'),
    'select nodename, nodeport from pg_dist_node order by groupid',
  );
  return nodes.map(({ nodename, nodeport }) => {
    const url = new URL(server.connectionString ?? '');
    url.hostname = nodename as string;
    url.port = String(nodeport);
    return { connectionString: url.href };
  });
}

/** @returns the rows of the last statement */
async function run(database: pg.ClientConfig, ...statements: string[]): Promise<Row[]> {
  const client = new pg.Client(database);
  await client.connect();
  try {
    let rows: Row[] = [];
    for (const statement of statements) ({ rows } = await client.query<Row>(statement));
    return rows;
  } finally {
    await client.end();
  }
}

/** The same server, another database. */
export function databaseOf(server: pg.ClientConfig, database: string): pg.ClientConfig {
  if (server.connectionString === undefined) return { ...server, database };
  const url = new URL(server.connectionString);
  url.pathname = `/${database}`;
  return { connectionString: url.href };
}
