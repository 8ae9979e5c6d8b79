import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { dataDirOf } from '#server/db/database-target.ts';
import type { Disk, Storage } from '#server/outbound/storage.ts';
import type { Config } from '#server/platform/config.ts';
import { openDirectory } from './directory-storage.ts';
import { openBucket } from './s3-storage.ts';
import { clamdAt } from './scanner.ts';
import { incomingIn, temporaryIncoming } from './upload-directory.ts';

/** Free bytes for this user on the disk of a path; Infinity if the path does not exist yet. */
async function freeAt(path: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(path);
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** The disk of DATA_DIR; undefined if it holds neither files nor the database. */
function diskOf(config: Config): Disk | undefined {
  if (config.FILES_URL && config.DATABASE_URL) return undefined;
  const path = dataDirOf(config);
  return {
    freeBytes: () => freeAt(path),
    reserveBytes: config.DISK_RESERVE_BYTES,
    holdsDatabase: config.DATABASE_URL === undefined,
  };
}

/** Opens the configured file storage. Directories and connections are created on first use. */
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
