import { type ChildProcess, fork, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, closeSync, mkdtempSync, openSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { clientConfig, type Database, openDatabase } from '#server/db/database.ts';
import { dataDirOf, secretsOf } from '#server/db/database-target.ts';
import { openEmbedded } from '#server/db/embedded/embedded.ts';
import { type Caller, keysIn } from '#server/features/accounts/key-lookup.ts';
import { createTeam } from '#server/features/accounts/teams.ts';
import clients from '#server/features/crm/clients/operations.ts';
import { callbackPath, configSealContext } from '#server/features/inboxes/connection.ts';
import projects from '#server/features/work/projects/operations.ts';
import type { Context } from '#server/operations/context.ts';
import type { Crud } from '#server/operations/crud.ts';
import { perform } from '#server/operations/operation.ts';
import { newKey } from '#server/platform/api-key.ts';
import { readConfig } from '#server/platform/config.ts';
import { panelClient } from '#test/support/panel/client.ts';
import { addSignedIn } from '#test/support/people.ts';
import type { Start } from './bare-server.ts';
import type { Target } from './load.ts';

/** Clean-up steps, run last first at the end, whatever happens. */
export type Undo = (() => Promise<unknown>)[];

/** A separate database for the benchmark. */
export interface BenchDatabase {
  readonly connection: pg.ClientConfig;
  /** Environment variables that point the service to it. */
  readonly env: Record<string, string>;
}

/** Everything that a measurement needs, up and running. */
export interface Setup {
  readonly service: Target;
  readonly floor: Target;
  readonly plain: Target;
  readonly key: string;
  /** IDs of projects of the key's team. */
  readonly ids: readonly string[];
  /** The server, in words. */
  readonly database: string;
}

const quiet = { info() {}, warn() {}, error() {} };
const records = { ownTeam: 1_000, otherTeams: 20, each: 20 };

/** A directory that is removed at the end, and that an unprivileged PostgreSQL may enter. */
export function temporary(undo: Undo): string {
  const path = mkdtempSync(join(tmpdir(), 'pauta-bench-'));
  undo.push(() => rm(path, { recursive: true, force: true }));
  chmodSync(path, 0o755);
  return path;
}

/**
 * The embedded database, in a temporary DATA_DIR.
 * @param settings of its server that override the service's
 */
export async function embeddedDatabase(
  undo: Undo,
  settings: Record<string, string> = {},
): Promise<BenchDatabase> {
  const dataDir = temporary(undo);
  // Held while we measure; the service joins it, and we stop it last.
  const open = () => openEmbedded({ dataDir, serve: false, log: quiet });
  let embedded = await open();
  undo.push(() => embedded.stop());
  for (const [name, value] of Object.entries(settings))
    await ask(embedded.connection, `alter system set ${name} = '${value}'`);
  if (Object.keys(settings).length > 0) {
    await embedded.stop();
    embedded = await open();
  }
  return { connection: embedded.connection, env: { DATA_DIR: dataDir } };
}

/** A new database on the server of BENCH_DATABASE_URL, otherwise the embedded one. */
export const newDatabase = (undo: Undo): Promise<BenchDatabase> => {
  const { BENCH_DATABASE_URL: url } = process.env;
  return url ? givenDatabase(url, undo) : embeddedDatabase(undo);
};

/** A new database on a given server. */
export async function givenDatabase(url: string, undo: Undo): Promise<BenchDatabase> {
  const name = `pauta_bench_${randomBytes(4).toString('hex')}`;
  await ask({ connectionString: url }, `create database ${name}`);
  undo.push(() => ask({ connectionString: url }, `drop database ${name} with (force)`));
  const databaseUrl = new URL(url);
  databaseUrl.pathname = `/${name}`;
  return benchDatabaseAt(databaseUrl.href, undo);
}

/** An existing database, with the settings of a service on it. */
export function benchDatabaseAt(url: string, undo: Undo): BenchDatabase {
  const secret = randomBytes(32).toString('base64');
  const env = { DATABASE_URL: url, SECRET_KEY: secret, DATA_DIR: temporary(undo) };
  return { connection: { connectionString: url }, env };
}

/** Runs one statement on a new connection. */
export async function ask(
  connection: pg.ClientConfig,
  sql: string,
  values: readonly unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ ...clientConfig(connection, 'bench'), options: '' });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql, [...values])).rows;
  } finally {
    await client.end();
  }
}

/** Starts the service, fills its database and starts the floor and the plain server. */
export async function setUp(
  benchDatabase: BenchDatabase,
  pool: number,
  undo: Undo,
  signal: AbortSignal,
): Promise<Setup> {
  const key = newKey();
  const service = await startService(
    { ...benchDatabase.env, BOOTSTRAP_API_KEY: key, DATABASE_POOL: `${pool}` },
    undo,
    signal,
  );
  const database = openDatabase(benchDatabase.connection, 'bench', 10, () => {});
  let seeded: { caller: Caller; ids: string[] };
  try {
    seeded = await seed(database, key, signal);
  } finally {
    await database.close();
  }
  await ask(benchDatabase.connection, 'vacuum analyze');
  const start = { connection: benchDatabase.connection, pool, caller: seeded.caller };
  const floor = await startBare('floor', start, undo);
  const plain = await startBare('plain', start, undo);
  const [server] = await ask(
    benchDatabase.connection,
    `select current_setting('server_version') as version`,
  );
  return {
    service,
    floor,
    plain,
    key,
    ids: seeded.ids,
    database: `PostgreSQL ${server?.version}`,
  };
}

/** Creates projects as the service does: 1,000 for the key's team, 20 for each of 20 others. */
export async function seed(database: Database, key: string, signal: AbortSignal) {
  const caller = await keysIn(database.platform).find(`Bearer ${key}`, '127.0.0.1');
  if (!caller) throw new Error('the service did not use BOOTSTRAP_API_KEY');
  const ids = await fill(database, caller, records.ownTeam, signal);
  for (let i = 1; i <= records.otherTeams; i++) {
    const team = await createTeam(database.platform, `Equipe ${i}`);
    await fill(
      database,
      { ...caller, team: { ...team, strictTaxIds: false } },
      records.each,
      signal,
    );
  }
  return { caller, ids };
}

async function fill(
  database: Database,
  caller: Caller,
  count: number,
  signal: AbortSignal,
): Promise<string[]> {
  const context: Context = {
    actor: { kind: 'demo', userId: caller.userId },
    team: caller.team,
    db: database.team(caller.team.id),
    settings: {} as Context['settings'],
  };
  const make = async ({ create }: Crud, body: Record<string, unknown>) => {
    const record = JSON.parse(await perform(create, context, { body })) as {
      id: string;
    };
    return record.id;
  };
  const client = await make(clients, { type: 'PJ', name: 'Padaria São João' });
  const ids: string[] = [];
  for (let made = 0; made < count; made += 20) {
    signal.throwIfAborted();
    const bodies = Array.from({ length: Math.min(20, count - made) }, (_, i) =>
      project(`Projeto ${made + i + 1}`, client),
    );
    ids.push(...(await Promise.all(bodies.map((body) => make(projects, body)))));
  }
  return ids;
}

/** A realistic project. */
export function project(name: string, client?: string): Record<string, unknown> {
  return {
    name,
    description: 'Lançamento: site, identidade visual, três filmes curtos e as redes sociais.',
    status: 'active',
    priority: 'high',
    start_date: '2026-11-02',
    due_date: '2026-12-18',
    ...(client === undefined ? {} : { client_id: client }),
  };
}

/** The Node.js flags of `npm start`. */
const { start } = (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    scripts: { start: string };
  }
).scripts;
const heapFlags = start.split(' ').filter((word) => word.startsWith('--'));

// Processes --------------------------------------------------------------------------------------

const environment = {
  PATH: process.env.PATH,
  PORT: '0',
  RATE_LIMIT_PER_MINUTE: '0',
  LOG_LEVEL: 'info',
  PANEL: 'off',
};

/**
 * Starts `pauta serve` with its own environment. Its log, a line per request, goes to a file.
 * @param program of another checkout, to measure that
 */
export async function startService(
  env: Record<string, string>,
  undo: Undo,
  signal: AbortSignal,
  program = fileURLToPath(new URL('../bin/pauta.js', import.meta.url)),
): Promise<Target> {
  const log = join(temporary(undo), 'service.log');
  const output = openSync(log, 'a');
  // The same flags as npm start.
  const child = spawn(process.execPath, [...heapFlags, program, 'serve'], {
    env: { ...environment, ...env },
    stdio: ['ignore', output, output],
    // Ctrl-C is for us: we stop the service when its clients are gone.
    detached: true,
  });
  closeSync(output);
  undo.push(() => end(child));
  for (;;) {
    signal.throwIfAborted();
    const logText = readFileSync(log, 'utf8');
    const ready = /^.*"Pauta is ready".*$/m.exec(logText)?.[0];
    // With ROLE=worker there is none.
    const address = /"address":"([^"]+)"/.exec(ready ?? '')?.[1] ?? '';
    if (ready) return { name: 'service', address, pid: pidOf(child) };
    if (hasEnded(child)) throw new Error(`the service did not start:\n${logText}`);
    await sleep(50);
  }
}

/** Starts the service for a new team, with an owner who is signed in. */
export async function startForOwner(
  { connection, env }: BenchDatabase,
  name: string,
  undo: Undo,
  signal: AbortSignal,
) {
  const service = await startService({ ...env, RATE_LIMIT_PER_MINUTE: '0' }, undo, signal);
  const database = openDatabase(connection, 'bench', 2, () => {});
  undo.push(() => database.close());
  const { platform } = database;
  const team = await createTeam(platform, name);
  const { token } = await addSignedIn(platform, team.id, 'owner');
  const { origin } = new URL(service.address);
  return { service, platform, team, client: panelClient(() => origin, team.slug, token) };
}

export async function startBare(
  name: 'floor' | 'plain' | 'postgrest',
  start: Start,
  undo: Undo,
): Promise<Target> {
  const child = fork(new URL(`./${name}.ts`, import.meta.url), { detached: true });
  undo.push(() => end(child));
  child.send(start);
  const first = await Promise.race([once(child, 'message'), once(child, 'exit')]);
  const address = (first[0] as { address?: string } | null)?.address;
  if (!address) throw new Error(`${name} did not start`);
  return { name, address, pid: pidOf(child) };
}

export const hasEnded = (child: ChildProcess) =>
  child.exitCode !== null || child.signalCode !== null;

function pidOf(child: ChildProcess): number {
  if (child.pid === undefined) throw new Error('a process did not start');
  return child.pid;
}

/** Stops a process that we started, by force if it takes too long. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || hasEnded(child)) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), 15_000);
  await gone;
  clearTimeout(force);
}

/** An inbox that is connected to a gateway of the tests, and the path of its callbacks. @param config as its gateway needs it */
export async function newInbox(
  { connection, env }: BenchDatabase,
  gateway: 'evolution' | 'waha',
  config: Readonly<Record<string, string>>,
): Promise<{ readonly id: string; readonly teamId: string; readonly callbackPath: string }> {
  const [row] = await ask(
    connection,
    `insert into inboxes (team_id, id, name, type, gateway)
    select id, uuid7(), 'Bench', 'session', '${gateway}' from teams limit 1
    returning id, team_id, (select slug from teams t where t.id = team_id) as slug`,
  );
  const [id, teamId] = [String(row?.id), String(row?.team_id)];
  const configuration = readConfig(env);
  const sealed = secretsOf(configuration, dataDirOf(configuration)).seal(
    JSON.stringify(config),
    configSealContext(teamId, id),
  );
  await ask(
    connection,
    `update inboxes set config = '\\x${sealed.toString('hex')}' where id = '${id}'`,
  );
  return { id, teamId, callbackPath: `/api${callbackPath(String(row?.slug), id)}` };
}
