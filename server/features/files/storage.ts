import { join } from 'node:path';
import { dataDirOf } from '../../db/target.ts';
import type { Storage } from '../../outbound/storage.ts';
import type { Config } from '../../platform/config.ts';
import { openDirectory } from './directory.ts';
import { incomingIn, temporaryIncoming } from './incoming.ts';
import { openBucket } from './s3.ts';
import { clamdAt } from './scanner.ts';

/** The storage of files that the configuration names. Nothing is made or reached before it is needed. */
export function openStorage(config: Config): Storage {
  const limits = {
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
