import * as fs from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import type { Cluster } from './cluster.ts';
import { EmbeddedError, messageOf, oneLine, refuseFullDisk } from './errors.ts';
import { execute, set } from './programs.ts';
import { superuser } from './socket.ts';
import { moveIntoPlace, removeTemporary, temporaryName } from './temporary-directory.ts';
import { canReach, giveTo, nameless, nameOf, nobody, type User } from './user.ts';

/* Files of a cluster: DATA_DIR, and PostgreSQL's data directory in it. */

export const rootsDataDir = '/var/lib/pauta';

/** Connections for one process per core (WORKERS=auto) with DATABASE_POOL's ten connections each, plus commands. */
const connections = Math.max(100, 10 * availableParallelism() + 50);

/** Written to postgresql.conf once; the operator may change them there. */
const settings = [
  `max_connections=${connections}`,
  'shared_buffers=64MB',
  'max_wal_size=512MB',
  'timezone=UTC',
  'log_timezone=UTC',
  'log_checkpoints=off',
  // Refused inserts are routine: logs them without statement and values, which contain personal data.
  'log_error_verbosity=terse',
  'log_min_error_statement=panic',
  // After a crash all files are synced: syncfs takes 0.2 s, syncing one by one up to 3 s on a busy disk.
  ...(process.platform === 'linux' ? ['recovery_init_sync_method=syncfs'] : []),
];

export function isCluster(files: string): boolean {
  return fs.existsSync(join(files, 'PG_VERSION'));
}

/**
 * Creates the cluster under a temporary name and renames it when complete: the first process wins, and none leaves a partial one.
 */
export async function createCluster(cluster: Cluster, native: string, user: User): Promise<void> {
  const { files } = cluster;
  const existing = fs.existsSync(files) ? fs.readdirSync(files) : [];
  if (existing.length > 0) {
    if (isCluster(files)) return; // another process was faster
    throw new EmbeddedError(`${files} contains something other than a database: move it away`);
  }
  const fresh = join(cluster.dataDir, temporaryName('postgres'));
  cluster.log.info({ dataDir: cluster.dataDir }, 'creating the embedded database');
  try {
    fs.mkdirSync(fresh, { mode: 0o700 });
    // initdb requires a user with a name.
    const maker = user && nameless(user) ? nobody() : user;
    if (maker) fs.chownSync(fresh, maker.uid, maker.gid);
    await execute(native, 'initdb', maker, [
      `--pgdata=${fresh}`,
      `--username=${superuser}`,
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--locale=C.UTF-8',
      // Trusts any user who can enter the directory (0700), the only way to the socket.
      '--auth=trust',
      '--no-instructions',
      ...set(settings),
    ]).catch((error: unknown) => {
      const reason = oneLine(messageOf(error));
      refuseFullDisk(cluster.dataDir, reason);
      // For example in a container that runs with a numeric user id.
      const advice = /look up effective user/.test(reason) ? '; add that user to /etc/passwd' : '';
      throw new EmbeddedError(`initdb in ${cluster.dataDir} failed: ${reason}${advice}`);
    });
    if (user && maker !== user) giveTo(fresh, user);
    moveIntoPlace(fresh, files);
  } finally {
    removeTemporary(fresh);
  }
}

/** @throws EmbeddedError if this PostgreSQL or this user cannot run the cluster */
export function checkCluster({ files }: Cluster, version: string, user: User): void {
  const made = fs.readFileSync(join(files, 'PG_VERSION'), 'utf8').trim();
  const major = version.split('.')[0];
  if (made !== major) {
    throw new EmbeddedError(
      `${files} was created by PostgreSQL ${made}, but this Pauta includes ${major}: ` +
        'go back to the Pauta that created it, make a backup, and restore that into a new DATA_DIR',
    );
  }
  const owner = fs.statSync(files).uid;
  if (owner !== (user?.uid ?? process.getuid?.())) {
    const name = user ? nameOf(user) : 'the user that runs Pauta';
    throw new EmbeddedError(`${files} must belong to ${name}: chown -R it`);
  }
  fs.chmodSync(files, 0o700); // a copied or restored directory may have wider permissions, which PostgreSQL refuses
}

/** Creates DATA_DIR if it is missing. @throws EmbeddedError if `user` cannot reach it */
export function makeDataDir(dataDir: string, user: User): void {
  if (!canReach(dataDir, user)) {
    throw new EmbeddedError(
      `DATA_DIR ${dataDir} cannot be entered by ${nameOf(user)}, who runs PostgreSQL because ` +
        `root may not: set DATA_DIR to a directory that anyone can enter, such as ${rootsDataDir}`,
    );
  }
  const mode = user ? 0o755 : 0o700;
  const highest = fs.mkdirSync(dataDir, { recursive: true, mode });
  if (highest === undefined) return;
  // the umask may have removed more permissions
  for (let path = dataDir; path.length >= highest.length; path = dirname(path)) {
    fs.chmodSync(path, mode);
  }
}
