import * as fs from 'node:fs';
import { dirname } from 'node:path';

/** Failure of the embedded database, with a one-line message for users. */
export class EmbeddedError extends Error {
  override name = 'EmbeddedError';
}

const fullDisk = /No space left on device|ENOSPC|Disk quota exceeded|EDQUOT/;
/** Errors without a cause: below this free space, PostgreSQL exits silently and Node.js fails to copy with EIO. */
const wordless = /^exit status \d+$|^EIO\b/;
const minFree = 1_048_576;

/**
 * Message for a full disk.
 * @param directory on that disk; it need not exist
 * @param trouble the error that occurred on it
 * @returns undefined if the disk is not full
 */
export function fullDiskOf(directory: string, trouble: string): string | undefined {
  let existing = directory;
  while (!fs.existsSync(existing)) existing = dirname(existing);
  const { bavail, bsize } = fs.statfsSync(existing);
  const free = bavail * bsize;
  if (!fullDisk.test(trouble) && !(free < minFree && wordless.test(trouble))) return undefined;
  const megabytes = (free / 1_048_576).toFixed(1);
  return `The disk of DATA_DIR ${directory} is too full: ${megabytes} MB are free, and a new database takes 60. Free some space and start again; nothing is lost.`;
}

/** @throws EmbeddedError if a full disk prevents PostgreSQL from starting */
export function refuseFullDisk(dataDir: string, trouble: string): void {
  const full = fullDiskOf(dataDir, trouble);
  if (full !== undefined) throw new EmbeddedError(full);
}

/** Wraps any error in an EmbeddedError: most come from the file system and name the file. */
export function explained(dataDir: string, error: unknown): EmbeddedError {
  if (error instanceof EmbeddedError) return error;
  const full = fullDiskOf(dataDir, messageOf(error));
  if (full !== undefined) return new EmbeddedError(full, { cause: error });
  const message = `The embedded database in DATA_DIR ${dataDir} cannot be used`;
  return new EmbeddedError(`${message}: ${oneLine(messageOf(error))}`, { cause: error });
}

export function codeOf(error: unknown): string | undefined {
  return error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export function oneLine(text: string): string {
  return text.trim().replaceAll(/\s*\n\s*/g, '; ');
}
