import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { dirname, join } from 'node:path';
import type { Cluster } from './cluster.ts';

/* System user that runs PostgreSQL: the current user or, since PostgreSQL refuses to run as root, an unprivileged one. */

/** Another user to run PostgreSQL as; undefined means the current user. */
export type User = { uid: number; gid: number } | undefined;

/** First candidate id for the dedicated user; increases until no account has it. */
const firstOwnId = 70_617;

/**
 * Under root, PostgreSQL runs as the owner of an existing cluster, otherwise as a dedicated user without a name. A cluster owned by the
 * system's overflow user, under which other programs also run, is transferred to the dedicated user (see `adopt`).
 */
export function serverUser(dataDir: string): User {
  if (process.getuid?.() !== 0) return undefined;
  const owner = fs.statSync(join(dataDir, 'postgres'), { throwIfNoEntry: false });
  if (owner && owner.uid !== 0 && owner.uid !== nobody().uid)
    return { uid: owner.uid, gid: owner.gid };
  return ownUser();
}

export function nobody(): NonNullable<User> {
  const entry = passwd().find(({ name }) => name === 'nobody');
  return { uid: entry?.uid ?? 65_534, gid: entry?.gid ?? 65_534 };
}

let cachedUser: NonNullable<User> | undefined;

/** An unused id; the overflow user's if the system allows no other (a container that maps few ids) or has no such ids. */
function ownUser(): NonNullable<User> {
  if (cachedUser) return cachedUser;
  let id = firstOwnId;
  while (passwd().some(({ uid, gid }) => uid === id || gid === id)) id += 1;
  const user = { uid: id, gid: id };
  const works =
    process.platform === 'linux' &&
    spawnSync('/bin/sh', ['-c', ':'], { ...user, cwd: '/', stdio: 'ignore' }).status === 0;
  cachedUser = works ? user : nobody();
  return cachedUser;
}

export const nameless = ({ uid }: NonNullable<User>) =>
  !passwd().some((entry) => entry.uid === uid);

/** Transfers a stopped cluster of the overflow user, created by an earlier version, to PostgreSQL's dedicated user. */
export function adopt({ files }: Cluster, user: User): void {
  if (!user || user.uid === nobody().uid || fs.statSync(files).uid !== nobody().uid) return;
  giveTo(files, user);
}

export function nameOf(user: User): string {
  if (!user) return 'this user';
  const name = passwd().find((entry) => entry.uid === user.uid)?.name;
  return name ? `the user ${name}` : `the user ${user.uid}`;
}

export function passwd(): { name: string; uid: number; gid: number }[] {
  const text = fs.existsSync('/etc/passwd') ? fs.readFileSync('/etc/passwd', 'utf8') : '';
  return text.split('\n').map((line) => {
    const [name = '', , uid, gid] = line.split(':');
    return { name, uid: Number(uid), gid: Number(gid) };
  });
}

/** True if `user` can enter a directory, or its nearest existing parent. */
export function canReach(path: string, user: User): boolean {
  if (!user) return true;
  let existing = path;
  while (!fs.existsSync(existing)) existing = dirname(existing);
  const options = { ...user, cwd: '/', stdio: 'ignore' } as const;
  return spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', existing], options).status === 0;
}

/** chown -R, the directory itself last: after an interruption, the next start repeats it. */
export function giveTo(path: string, user: NonNullable<User>): void {
  if (fs.lstatSync(path).isDirectory())
    for (const name of fs.readdirSync(path)) giveTo(join(path, name), user);
  fs.lchownSync(path, user.uid, user.gid);
}
