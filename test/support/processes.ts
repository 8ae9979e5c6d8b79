import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { createDatabase, databaseOf, dropDatabase } from './database.ts';
import { freePort, isListening } from './http.ts';
import type { Json } from './team.ts';
import { Stop, until } from './wait.ts';

/* Real processes of the program `pauta`, and real HTTP to them. cleanUp() removes everything started and created here. */

export type Env = Record<string, string>;

const program = fileURLToPath(new URL('../../bin/pauta.js', import.meta.url));

/**
 * The tests' environment is hidden from the program, except for the locations of tools and temporary files. Only tests of the panel build
 * it.
 */
const bare: Env = {
  PATH: process.env.PATH ?? '',
  HOME: tmpdir(),
  TMPDIR: tmpdir(),
  PANEL: 'off',
};

/** One line of the log. */
export interface LogLine extends Json {
  readonly level: number;
  readonly pid: number;
  readonly msg: string;
}

/** Result of an ended process. */
export interface Ended {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A process of pauta. */
export interface Pauta {
  readonly child: ChildProcess;
  readonly pid: number;
  /** Its output so far. */
  stdout(): string;
  stderr(): string;
  /** Lines of its log so far. */
  log(): LogLine[];
  /** Resolves when it and all writers to its output have ended. */
  readonly ended: Promise<Ended>;
}

const started: Pauta[] = [];
/** Other programs. */
const helpers: ChildProcess[] = [];
const directories: string[] = [];
const closers: (() => Promise<unknown>)[] = [];
const databases: string[] = [];

/** Starts the program, in a separate process group. @param of another version's `bin/pauta.js` */
export const start = (args: readonly string[], env: Env, of = program) =>
  launch(process.execPath, [of, ...args], env, tmpdir());

/** Preloaded: the program mistakes its Node.js for one that is too old, and continues in the pinned one. */
const olderNode = `data:text/javascript,Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.0.0' } })`;

/** Starts the program from an older Node.js. */
export const startByOlderNode = (args: readonly string[], env: Env) =>
  launch(process.execPath, ['--import', olderNode, program, ...args], env, tmpdir());

/** Runs a command to its end, with the given standard input. */
export const pautaGiven = (input: string, args: readonly string[], env: Env): Promise<Ended> =>
  launch(process.execPath, [program, ...args], env, tmpdir(), input).ended;

/** Runs shell lines up to the first failing command. */
export const shell = (lines: string, env: Env, cwd: string) =>
  launch('sh', ['-ec', lines], env, cwd);

/** Starts the service as in the README, by npm. */
export const npmStart = (env: Env) =>
  launch('npm', ['start'], { PORT: '0', ...env }, fileURLToPath(new URL('../..', import.meta.url)));

/** Output of a process that stays in memory while files hold all of it: enough for the ready message. */
const mostRemembered = 262_144;
let outputDirectory: string | undefined;

/** From now on every process also writes to a file in this directory, named after its command; only a little stays in memory. */
export function keepOutput(directory: string): void {
  outputDirectory = directory;
}

function launch(
  command: string,
  args: readonly string[],
  env: Env,
  cwd: string,
  input?: string,
): Pauta {
  const child = spawn(command, args, {
    env: { ...bare, ...env },
    cwd,
    stdio: 'pipe',
    detached: true,
  });
  if (child.pid === undefined) throw new Error(`${command} does not start`);
  // A program that never reads it may end before it is written.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const out = { stdout: '', stderr: '' };
  const words = args.filter((arg) => /^[a-z]+$/.test(arg)).slice(0, 2);
  const file =
    outputDirectory &&
    fs.createWriteStream(
      join(outputDirectory, `${[...words, child.pid, Date.now()].join('-')}.log`),
    );
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      if (!file || out[name].length < mostRemembered) out[name] += text;
      if (file) file.write(text);
    });
  }
  if (file) child.once('close', () => file.end());
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (status, signal) => resolve({ status, signal, ...out }));
  });
  const pauta: Pauta = {
    child,
    pid: child.pid,
    stdout: () => out.stdout,
    stderr: () => out.stderr,
    log: () => logLines(out.stdout),
    ended,
  };
  started.push(pauta);
  return pauta;
}

/** Runs a command to its end. @param of another version's `bin/pauta.js` */
export function pauta(args: readonly string[], env: Env, of?: string): Promise<Ended> {
  return start(args, env, of).ended;
}

/** Complete lines of a log, without output for people. */
function logLines(text: string): LogLine[] {
  return text
    .split('\n')
    .slice(0, -1)
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as LogLine);
}

export interface Service extends Pauta {
  /** The address on which it reports to listen, such as http://127.0.0.1:3000/api; empty if it serves no requests. */
  readonly address: string;
  /** The same without /api. */
  readonly origin: string;
  /** Ends it as an operator does. */
  stop(signal?: NodeJS.Signals): Promise<Ended>;
}

/** Maximum duration of a start when many processes start at once on a busy machine. */
const startMs = 90_000;

/**
 * Starts the service, on a free port unless `env` names one, and waits until it reports that it is ready.
 * @param of another version's `bin/pauta.js`
 */
export const serve = (env: Env, of?: string): Promise<Service> =>
  serving(start(['serve'], { PORT: '0', ...env }, of));

/** The same from an older Node.js. */
export const serveByOlderNode = (env: Env): Promise<Service> =>
  serving(startByOlderNode(['serve'], { PORT: '0', ...env }));

/** The same for any checkout, with the options of its `npm start` for Node.js. */
export function serveOf(checkout: string, env: Env): Promise<Service> {
  const file = fs.readFileSync(join(checkout, 'package.json'), 'utf8');
  const { scripts } = JSON.parse(file) as { scripts: { start: string } };
  const flags = scripts.start.split(' ').filter((word) => word.startsWith('--'));
  const words = [...flags, join(checkout, 'bin/pauta.js'), 'serve'];
  return serving(launch(process.execPath, words, { PORT: '0', ...env }, tmpdir()));
}

async function serving(service: Pauta): Promise<Service> {
  const ready = () => service.log().find((line) => line.msg === 'Pauta is ready');
  await until(() => {
    if (hasEnded(service.child))
      throw new Stop(`the service ended: ${service.stdout()}${service.stderr()}`);
    return ready() !== undefined;
  }, startMs);
  const address = String(ready()?.address ?? '');
  return {
    ...service,
    address,
    origin: address.replace(/\/api$/, ''),
    stop(signal = 'SIGTERM') {
      service.child.kill(signal);
      return service.ended;
    },
  };
}

/** Result of a service that must not start. One that starts anyway is stopped. */
export async function refusal(env: Env): Promise<Ended> {
  const service = start(['serve'], { PORT: '0', ...env });
  const timer = setTimeout(() => service.child.kill('SIGKILL'), 60_000);
  return service.ended.finally(() => clearTimeout(timer));
}

/** Leftovers of the processes. */
export interface Left {
  readonly databases: readonly pg.ClientConfig[];
  readonly directories: readonly string[];
}

/** Ends running processes, and removes everything created. */
export const cleanUp = (): Promise<void> => cleanUpAfter(async () => {});

/** The same. @param look inspects the leftovers before they are removed */
export async function cleanUpAfter(look: (left: Left) => Promise<unknown>): Promise<void> {
  for (const close of closers.splice(0)) await close();
  for (const { pid, ended } of started.splice(0)) {
    let over = false;
    void ended.then(() => {
      over = true;
    });
    await sleep(0);
    // The whole group: it is ours as long as any process in it still writes.
    if (!over) process.kill(-pid, 'SIGKILL');
    await ended;
  }
  for (const child of helpers.splice(0)) {
    if (hasEnded(child)) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  await look({ databases: databases.map(databaseNamed), directories: [...directories] });
  for (const directory of directories.splice(0)) await removeDirectory(directory);
  for (const name of databases.splice(0)) await dropDatabase(testServer(), name);
}

// Directories and databases ----------------------------------------------------------------------------------------

/** A directory that any user can enter, as PostgreSQL's must; until cleanUp() unless it is kept. */
export function newDirectory(life: 'brief' | 'kept' = 'brief'): string {
  const directory = fs.mkdtempSync(join(tmpdir(), 'pauta-test-'));
  fs.chmodSync(directory, 0o755);
  if (life === 'brief') directories.push(directory);
  return directory;
}

/** A DATA_DIR with the data of another one, whose database is stopped. */
export function copyDataDir(from: string): string {
  const to = newDirectory();
  // With owners and modes, which fs.cp does not keep.
  execFileSync('cp', ['-a', `${from}/.`, to]);
  return to;
}

/** Process id of the embedded database of a DATA_DIR; undefined if none runs. */
export function postmaster(dataDir: string): number | undefined {
  try {
    const pid = Number.parseInt(
      fs.readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'),
      10,
    );
    return isRunning(pid) ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** True if a process that we started has ended, normally or by a signal. */
export const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

/** Memory of a process, in megabytes. @param what VmRSS for the current, VmHWM for the peak value */
export function memoryMb(pid: number, what: 'VmRSS' | 'VmHWM'): number {
  const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${what}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1_024;
}

/** True for a living process; false for a zombie. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    const stat = `/proc/${pid}/stat`;
    return !fs.existsSync(stat) || !/\) Z /.test(fs.readFileSync(stat, 'utf8'));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Removes a directory, after stopping a database that runs in it. */
export async function removeDirectory(directory: string): Promise<void> {
  const pid = postmaster(directory);
  if (pid !== undefined) {
    const command = execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' });
    if (command.includes(directory)) process.kill(pid, 'SIGQUIT');
    await until(() => !isRunning(pid));
  }
  fs.rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
}

/** A connection, until cleanUp(). */
export async function connectTo(connection: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(connection);
  // A test may kill the server.
  client.on('error', () => {});
  await client.connect();
  closers.push(() => client.end());
  return client;
}

/** A connection to the running embedded database of a DATA_DIR; until cleanUp(). */
export function connectEmbedded(dataDir: string): Promise<pg.Client> {
  const host = join(dataDir, 'postgres');
  return connectTo({ host, port: 5432, user: 'pauta', database: 'pauta', ssl: false });
}

let server: pg.ClientConfig | undefined;

/** Sets the server on which databases are created. */
export function useServer(connection: pg.ClientConfig): void {
  server = connection;
}

function testServer(): pg.ClientConfig {
  if (!server) throw new Error('useServer() says on which server databases are made');
  return server;
}

const databaseNamed = (name: string) => databaseOf(testServer(), name);

/** A database on the test server: empty, or a copy of the migrated template. */
export async function newDatabase(kind: 'empty' | 'migrated'): Promise<pg.ClientConfig> {
  const name = `pauta_${randomBytes(6).toString('hex')}`;
  databases.push(name);
  await createDatabase(testServer(), name, kind);
  return databaseNamed(name);
}

/** The DATABASE_URL of a connection. */
export function urlOf({ connectionString, user, host, port, database }: pg.ClientConfig): string {
  if (connectionString !== undefined) return connectionString;
  return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host ?? '')}`;
}

/** Environment for a database other than the embedded one. */
export function onDatabase(connection: pg.ClientConfig, secretKey: Buffer = randomBytes(32)): Env {
  return { DATABASE_URL: urlOf(connection), SECRET_KEY: secretKey.toString('base64') };
}

// Redis ------------------------------------------------------------------------------------------------------------

/** A separate Redis without persistence. */
export interface RedisServer {
  readonly url: string;
  readonly port: number;
  /** Only while it runs. */
  readonly pid: number;
  start(): Promise<void>;
  /** Ends it at once, like a crash. */
  kill(): Promise<void>;
}

/** Path of an installed program; undefined if it is not installed. */
export const programNamed = (name: string): string | undefined =>
  [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/sbin']
    .map((directory) => join(directory, name))
    .find((path) => fs.existsSync(path));

/** Registers another program, which cleanUp() ends. */
export function helping(child: ChildProcess): void {
  helpers.push(child);
}

const redisProgram = programNamed('redis-server');

/** True if this machine has one. */
export const hasRedis = redisProgram !== undefined;

/** A running Redis. @throws Error if none is installed */
export async function startRedis(): Promise<RedisServer> {
  if (redisProgram === undefined) throw new Error('redis-server is not installed');
  const path = redisProgram;
  const port = await freePort();
  const directory = newDirectory();
  let child: ChildProcess | undefined;
  const server: RedisServer = {
    url: `redis://127.0.0.1:${port}`,
    port,
    get pid() {
      return child?.pid ?? Number.NaN;
    },
    async start() {
      const options = [
        '--bind',
        '127.0.0.1',
        '--save',
        '',
        '--appendonly',
        'no',
        '--dir',
        directory,
      ];
      child = spawn(path, ['--port', String(port), ...options], { stdio: 'ignore' });
      helping(child);
      await until(() => isListening(port));
    },
    async kill() {
      if (!child || hasEnded(child)) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
  await server.start();
  return server;
}

/** A port on which another program listens, until cleanUp(). It stays silent, or hangs up at once. */
export async function occupyPort(manner: 'silent' | 'abrupt' = 'silent'): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    if (manner === 'abrupt') socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  return (server.address() as AddressInfo).port;
}
