import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openEmbedded } from '../server/db/embedded.ts';
import { migrate } from '../server/db/migrate.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A server with the migrated database `pauta_template`, which each test file copies. */
    server: pg.ClientConfig;
  }
}

const template = 'pauta_template';
const quiet = { info() {}, warn() {}, error() {} };

/** Before the first test. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { server, stop } = await startServer();
  project.provide('server', server);
  return stop;
}

/**
 * One real PostgreSQL for the whole run: an embedded one of its own, or the server of TEST_DATABASE_URL
 * (whose user may create databases).
 */
export async function startServer(): Promise<{
  server: pg.ClientConfig;
  /** Where its files are, where it is our own. */
  dataDir: string | undefined;
  stop(): Promise<void>;
}> {
  const url = process.env.TEST_DATABASE_URL;
  const own = url === undefined ? await startOwn() : undefined;
  const server: pg.ClientConfig = own ? { ...own.connection } : { connectionString: url };
  const admin = new pg.Client(own ? { ...own.connection, database: 'postgres' } : server);
  await admin.connect();
  await admin.query(`drop database if exists ${template}`);
  await admin.query(`create database ${template}`);
  await admin.end();
  await migrate(databaseOf(server, template));
  return { server, dataDir: own?.dataDir, stop: async () => own?.stop() };
}

async function startOwn() {
  const dataDir = mkdtempSync(join(tmpdir(), 'pauta-test-'));
  chmodSync(dataDir, 0o755);
  const embedded = await openEmbedded({ dataDir, serve: true, log: quiet });
  return {
    connection: embedded.connection,
    dataDir,
    async stop() {
      await embedded.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The same server, another database. */
export function databaseOf(server: pg.ClientConfig, database: string): pg.ClientConfig {
  if (server.connectionString === undefined) return { ...server, database };
  const url = new URL(server.connectionString);
  url.pathname = `/${database}`;
  return { connectionString: url.href };
}
