import * as fs from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import { codeOf } from './errors.ts';
import { socketName } from './socket.ts';

/* Identifies the server process of a cluster by its lock file and the operating system's process data. */

/** Interval between two checks of a process, in milliseconds. */
export const pollInterval = 15;

/** @returns the process id of the running server of this cluster */
export function postmasterOf(cluster: Cluster): number | undefined {
  const pid = pidIn(join(cluster.files, 'postmaster.pid'));
  return pid !== undefined && isPostmaster(cluster, pid) ? pid : undefined;
}

/** @returns the process id on the first line of a lock file, if the file exists */
function pidIn(path: string): number | undefined {
  try {
    return Number.parseInt(fs.readFileSync(path, 'utf8'), 10) || undefined;
  } catch {
    return undefined;
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** True if a process has ended but its parent has not reaped it, which an orphan's may never do. */
function isZombie(pid: number): boolean {
  try {
    return /\) Z /.test(fs.readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false; // ended, or no /proc
  }
}

/** True if the process is a live postgres of this cluster. */
function isPostmaster(cluster: Cluster, pid: number): boolean {
  if (!isAlive(pid)) return false;
  if (process.platform !== 'linux') return true; // no /proc; PostgreSQL trusts the process id as well
  try {
    const program = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[0] ?? '';
    if (basename(program) !== 'postgres') return false;
    const [there, clusterStat] = [fs.statSync(`/proc/${pid}/cwd`), fs.statSync(cluster.files)];
    return there.ino === clusterStat.ino && there.dev === clusterStat.dev;
  } catch (error) {
    return codeOf(error) === 'EACCES'; // the process exists, but belongs to another user
  }
}

/**
 * Removes lock files whose process id now belongs to another program, as happens after a reboot or in a container: PostgreSQL
 * only checks that the process exists. PostgreSQL itself removes lock files of dead processes.
 */
export function dropForeignLockFiles(cluster: Cluster): void {
  for (const name of ['postmaster.pid', `${socketName}.lock`]) {
    const path = join(cluster.files, name);
    const pid = pidIn(path);
    if (pid === undefined || !isAlive(pid) || isPostmaster(cluster, pid)) continue;
    cluster.log.warn({ path, pid }, 'removing a stale lock file of the embedded PostgreSQL');
    fs.rmSync(path, { force: true });
  }
}

/** Waits up to `time` ms for a process to end. @returns true if it ended */
export async function isGone(pid: number, time: number): Promise<boolean> {
  const deadline = Date.now() + time;
  while (isAlive(pid) && !isZombie(pid)) {
    if (Date.now() > deadline) return false;
    await sleep(pollInterval);
  }
  return true;
}
