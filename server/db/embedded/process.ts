import * as fs from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import { codeOf } from './errors.ts';
import { socketName } from './socket.ts';

/* Which process is the server of a cluster, by its lock file and by what the system says of it. */

/** Between two looks at a process, in milliseconds. */
export const pollInterval = 15;

/** @returns the process id of the running server of this cluster */
export function postmasterOf(cluster: Cluster): number | undefined {
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

export function isAlive(pid: number): boolean {
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
export function dropForeignLockFiles(cluster: Cluster): void {
  for (const name of ['postmaster.pid', `${socketName}.lock`]) {
    const path = join(cluster.files, name);
    const pid = pidIn(path);
    if (pid === undefined || !isAlive(pid) || isPostmaster(cluster, pid)) continue;
    cluster.log.warn({ path, pid }, 'removing a stale lock file of the embedded PostgreSQL');
    fs.rmSync(path, { force: true });
  }
}

/** Waits until a process is gone, for `time` ms at most. @returns whether it is */
export async function isGone(pid: number, time: number): Promise<boolean> {
  const deadline = Date.now() + time;
  while (isAlive(pid) && !isZombie(pid)) {
    if (Date.now() > deadline) return false;
    await sleep(pollInterval);
  }
  return true;
}
