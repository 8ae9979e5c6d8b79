import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { dataDirOf } from '../../db/target.ts';
import type { Disk, Storage } from '../../outbound/storage.ts';
import type { Config } from '../../platform/config.ts';
import { openDirectory } from './directory.ts';
import { incomingIn, temporaryIncoming } from './incoming.ts';
import { openBucket } from './s3.ts';
import { clamdAt } from './scanner.ts';

/** Free bytes for this user on the disk of a path; Infinity if nothing is there yet. */
async function freeAt(path: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(path);
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** The disk of DATA_DIR; undefined if neither files nor the database are there. */
function diskOf(config: Config): Disk | undefined {
  if (config.FILES_URL && config.DATABASE_URL) return undefined;
  const path = dataDirOf(config);
  return {
    freeBytes: () => freeAt(path),
    reserveBytes: config.DISK_RESERVE_BYTES,
    holdsDatabase: config.DATABASE_URL === undefined,
  };
}

/** The storage of files that the configuration names. Nothing is made or reached before it is needed. */
export function openStorage(config: Config): Storage {
  const disk = diskOf(config);
  const limits = {
    ...(disk && { disk }),
    mostBytes: config.FILE_MAX_BYTES,
    mostTeamBytes: config.TEAM_FILE_BYTES,
    ...(config.CLAMD_URL ? { scanner: clamdAt(config.CLAMD_URL) } : {}),
  };
  const { FILES_URL: bucket } = config;
  if (bucket)
    return { blobs: openBucket(bucket, config), incoming: temporaryIncoming(), ...limits };
  const root = join(dataDirOf(config), 'files');
  return { blobs: openDirectory(root), incoming: incomingIn(root), ...limits };
}
