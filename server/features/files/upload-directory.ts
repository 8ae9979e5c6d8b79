import { lstat, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isSpoolName } from './spool.ts';

/*
 * Directory for uploads until they are complete and verified.
 */

/** Files without a write for this long belong to a killed process: a stalled upload ends within a minute. */
const abandonedAfterMs = 1_200_000;

/** Directory next to the blobs, on the same file system, so that files can be moved by rename. */
export function incomingIn(root: string): () => Promise<string> {
  const path = join(root, 'incoming');
  return async () => {
    await mkdir(path, { recursive: true, mode: 0o700 });
    return path;
  };
}

/**
 * Directory among this machine's temporary files. Its users remove abandoned files themselves from time to time, as a worker may never
 * run on this machine.
 */
export function temporaryIncoming(): () => Promise<string> {
  let tidiedAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const path = await ownTemporary();
    if (performance.now() - tidiedAt > abandonedAfterMs) {
      tidiedAt = performance.now();
      await sweepIncoming(async () => path);
    }
    return path;
  };
}

/** Temporary directory private to this user. @throws Error if another user owns the path */
async function ownTemporary(): Promise<string> {
  const me = process.getuid?.();
  const path = join(tmpdir(), `pauta-incoming-${me ?? ''}`);
  await mkdir(path, { recursive: true, mode: 0o700 });
  const { uid, mode } = await lstat(path);
  if ((mode & 0o170_077) !== 0o040_000 || (me !== undefined && uid !== me))
    throw Object.assign(new Error(`${path} is not a directory of this user alone`), {
      syscall: 'open',
    });
  return path;
}

/** Removes abandoned files. @returns the number of files removed */
export async function sweepIncoming(
  incoming: () => Promise<string>,
  now = Date.now(),
): Promise<number> {
  let removed = 0;
  const directory = await incoming();
  for (const name of (await readdir(directory)).filter(isSpoolName)) {
    const path = join(directory, name);
    const about = await stat(path).catch(() => undefined);
    if (!about || now - about.mtimeMs < abandonedAfterMs) continue;
    await rm(path, { force: true });
    removed += 1;
  }
  return removed;
}
