import { lstat, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isSpoolName } from './spool.ts';

/*
 * The directory in which what arrives lies until it is whole and known.
 */

/** Files without a write for this long belong to a killed process: a stalled upload ends within a minute. */
const abandonedAfterMs = 1_200_000;

/** One beside the blobs: a rename takes files there. */
export function incomingIn(root: string): () => Promise<string> {
  const path = join(root, 'incoming');
  return async () => {
    await mkdir(path, { recursive: true, mode: 0o700 });
    return path;
  };
}

/**
 * One among the temporary files of this machine. What was left there is removed now and then by whoever uses it: no worker may ever
 * see this machine.
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

/** A directory of this user alone. @throws Error where somebody else has taken its name */
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

/** Removes what nobody writes to any more. @returns how many files */
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
