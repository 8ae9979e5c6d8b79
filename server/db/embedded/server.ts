import { spawn } from 'node:child_process';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { accessSettings, writeAccessFiles } from './access.ts';
import type { Cluster } from './cluster.ts';
import { EmbeddedError } from './errors.ts';
import { checkCluster, createCluster, isCluster, makeDataDir } from './files.ts';
import { dropForeignLockFiles, isGone, postmasterOf } from './process.ts';
import { processOptions, runnablePrograms, set } from './programs.ts';
import { port } from './socket.ts';
import { removeAbandoned } from './temporary-directory.ts';
import { adopt, serverUser, type User } from './user.ts';

/* Starts and stops the server. */

/** Passed at every start, so that no configuration file can open an access path other than the socket. */
const fixedSettings = [
  'listen_addresses=',
  'unix_socket_directories=.',
  'unix_socket_permissions=0700',
  `port=${port}`,
  // to standard error, which is postgres.log, and in English, because `passing` parses it
  'logging_collector=off',
  'log_destination=stderr',
  'lc_messages=C',
];

/** A server process that we started: `over` once it has ended, with `failure` if it failed. */
export interface Attempt {
  over: boolean;
  failure?: string;
}

/** Starts the server, first creating its files; does not wait until it is ready. */
export async function start(cluster: Cluster, mayCreate: boolean): Promise<Attempt> {
  const exists = isCluster(cluster.files);
  if (!exists && !mayCreate) throw new EmbeddedError(`${cluster.files} is missing: restore it`);
  const user = serverUser(cluster.dataDir);
  makeDataDir(cluster.dataDir, user);
  removeAbandoned(cluster.dataDir, 'postgres.new-');
  const { version, native } = await runnablePrograms(cluster, user);
  if (!exists) await createCluster(cluster, native, user);
  adopt(cluster, user);
  checkCluster(cluster, version, user);
  dropForeignLockFiles(cluster);
  writeAccessFiles(cluster, user);
  cluster.log.info({ dataDir: cluster.dataDir }, 'starting the embedded PostgreSQL');
  return spawnServer(cluster, native, user);
}

function spawnServer(cluster: Cluster, native: string, user: User): Attempt {
  const output = openLog(cluster.logFile, user);
  const begin = fs.fstatSync(output).size;
  // Detached: Ctrl-C in the terminal must not stop it before the service has drained.
  const child = spawn(
    join(native, 'bin', 'postgres'),
    ['-D', cluster.files, ...set([...fixedSettings, ...accessSettings(cluster)])],
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
    // Death by a signal is not a failure of the server, which is simply restarted.
    if (status) attempt.failure = lastComplaint(cluster.logFile, begin) ?? `exit status ${status}`;
  });
  return attempt;
}

/** Opens postgres.log for appending; rotates a large one first. @returns its descriptor */
function openLog(path: string, user: User): number {
  const size = fs.statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > 10_000_000) fs.renameSync(path, `${path}.1`);
  // refuses links: root must not give away an arbitrary file that this name links to
  const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW } = fs.constants;
  const log = fs.openSync(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW, 0o600);
  if (user) fs.fchownSync(log, user.uid, user.gid);
  return log;
}

/** @returns the last fatal message (or the last line) after `begin` bytes of the server's log */
function lastComplaint(logFile: string, begin: number): string | undefined {
  if (!fs.existsSync(logFile)) return undefined;
  const lines = fs.readFileSync(logFile).subarray(begin).toString('utf8').trim().split('\n');
  // Servers started by other processes write to the same log, and refuse connections while they start or stop.
  const isComplaint = (text: string) =>
    /FATAL|PANIC/.test(text) && !text.includes('the database system is ');
  const line = lines.findLast(isComplaint) ?? lines.at(-1);
  return line?.replace(/^.*(FATAL|PANIC): +/, '') || undefined;
}

/** Stops the server cleanly, so that the next start needs no recovery; forces it after 10 s. */
export async function shutDown(cluster: Cluster): Promise<void> {
  const pid = postmasterOf(cluster);
  if (pid === undefined) return;
  process.kill(pid, 'SIGINT');
  if (await isGone(pid, 10_000)) return;
  process.kill(pid, 'SIGQUIT');
  if (await isGone(pid, 5_000)) return;
  cluster.log.error({ dataDir: cluster.dataDir, pid }, 'the embedded PostgreSQL is not stopping');
}
