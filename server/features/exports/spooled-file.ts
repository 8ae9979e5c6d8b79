import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { v7 as uuidv7 } from 'uuid';
import type { ZipFile } from 'yazl';
import type { Storage } from '#server/outbound/storage.ts';
import { type Spooled, spool } from '../files/spool.ts';

/* Files that the worker writes to the local disk and then to the storage, outside the team's files. */

/** Bytes written between two checks of the free space. */
const diskEveryBytes = 4 * 1_048_576;

/** Returns a check for the spool: throws what `full` returns when the disk has no room but its reserve. */
function diskCheck({ disk }: Storage, full: () => Error): (total: number) => Promise<void> {
  let lookAt = 0;
  return async (total) => {
    if (!disk || total < lookAt) return;
    lookAt = total + diskEveryBytes;
    if ((await disk.freeBytes()) < disk.reserveBytes) throw full();
  };
}

/**
 * Writes bytes to the local disk.
 * @param full returns what is thrown if the disk has no room
 */
export async function writeToDisk(
  storage: Storage,
  bytes: AsyncIterable<Uint8Array>,
  full: (options?: ErrorOptions) => Error,
): Promise<Spooled> {
  const reach = diskCheck(storage, full);
  try {
    return await spool(storage.incoming, bytes, Number.MAX_SAFE_INTEGER, reach, true);
  } catch (error) {
    const { cause } = error as Error;
    throw (cause as NodeJS.ErrnoException | undefined)?.code === 'ENOSPC' ? full({ cause }) : error;
  }
}

/**
 * Writes a ZIP archive to the local disk.
 * @param full returns what is thrown if the disk has no room
 * @param write adds the entries; its `broken` rejects if the archive cannot be written
 */
export async function writeZip<T>(
  storage: Storage,
  full: (options?: ErrorOptions) => Error,
  write: (zip: ZipFile, broken: Promise<never>) => Promise<T>,
): Promise<{ readonly spooled: Spooled; readonly result: T }> {
  const { ZipFile } = await import('yazl');
  const zip = new ZipFile();
  const out = zip.outputStream as Readable;
  const spooling = writeToDisk(storage, out, full);
  const broken = spooling.then(() => new Promise<never>(() => {}));
  broken.catch(() => {});
  try {
    const result = await write(zip, broken);
    return { spooled: await spooling, result };
  } catch (error) {
    out.destroy(error as Error);
    // The same error, or the one that it follows from.
    await spooling.then(({ path }) => rm(path, { force: true })).catch(() => {});
    throw error;
  }
}

/** A place in the storage. Never reused, so that removing an older file cannot remove a newer one. */
export const newPlace = (team: string, kind: 'exports' | 'privacy') =>
  `${team}/${kind}/${uuidv7()}-${randomBytes(6).toString('hex')}`;
