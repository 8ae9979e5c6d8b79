import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/* The unix socket in DATA_DIR, the only access to the embedded PostgreSQL. */

export const port = 5432;
export const socketName = `.s.PGSQL.${port}`;
export const superuser = 'pauta';

const maxSocketPathLength = process.platform === 'linux' ? 107 : 103;

/**
 * Directory in which clients find the socket: the cluster's, or a private link to it if its path is too long for a socket. The
 * link is removed by remove() or when the process ends.
 */
export function socketDirectory(files: string): { path: string; remove(): void } {
  const fits = (directory: string) =>
    Buffer.byteLength(join(directory, socketName)) <= maxSocketPathLength;
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
