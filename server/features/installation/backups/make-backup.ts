import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { link, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import type pg from 'pg';
import { type BackupInProgress, withBackup } from '#server/db/backup.ts';
import { BackupError, readBackup, trailingDataError } from '#server/db/backup-file.ts';
import type { Platform } from '#server/db/database.ts';
import type { SecretKey, Secrets } from '#server/platform/secrets.ts';
import { version } from '#server/platform/version.ts';
import { staleRows, storedSecrets, sumOf } from '../key-rotation.ts';

/* Backups of the whole database as files, made by the command line and on schedule. */

/** A database to back up. */
export interface BackupSource {
  readonly connection: pg.ClientConfig;
  readonly platform: Platform;
  readonly secrets: Secrets;
}

/** Identifies a key without revealing it. */
const fingerprint = (key: SecretKey): string => key.derive('pauta backup').slice(0, 32);

/** Fingerprints of all configured keys, the sealing key's first. */
export const fingerprints = (secrets: Secrets): string[] => secrets.keys().map(fingerprint);

/** Backup header fields that name the keys needed to open its secrets. */
async function keysNeeded({ platform, secrets }: BackupSource) {
  const stale = await staleRows(platform, secrets);
  const [first = '', ...others] = fingerprints(secrets);
  return sumOf(stale) === 0
    ? { secret_key: first }
    : { secret_key: first, secret_keys: [first, ...others] };
}

/** Makes a backup if the configured key is the one that sealed its secrets. @throws BackupError if it is not */
export async function makeBackup<T>(
  source: BackupSource,
  work: (making: BackupInProgress) => Promise<T>,
): Promise<T> {
  const { connection, platform, secrets } = source;
  const about = { pauta: version, ...(await keysNeeded(source)) };
  return withBackup(connection, about, async (making) => {
    const { closed } = await storedSecrets(platform, secrets);
    if (closed > 0)
      throw new BackupError(
        'The key here cannot decrypt the secrets in the database: set SECRET_KEY to the one the service uses.',
      );
    return work(making);
  });
}

/** Total number of rows in all tables. */
export const rowsIn = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

interface Writing {
  /** Replaces an existing file. */
  readonly force?: boolean;
  readonly signal?: AbortSignal;
  /** Receives the compressed bytes; may throw to stop. */
  readonly meter?: (chunks: AsyncIterable<Buffer>) => AsyncIterable<Buffer>;
}

/** Name of an incomplete file. */
export const partOf = (file: string): string => `${file}.${randomBytes(4).toString('hex')}.part`;

/**
 * Writes a backup atomically, readable by its owner only: until it is complete, its name ends with `.part`.
 * @throws BackupError if the path is not a regular file, or exists while `force` is false; the error of the file system
 */
export async function writeBackupFile(
  file: string,
  lines: AsyncIterable<Buffer>,
  { force = false, signal, meter = (chunks) => chunks }: Writing = {},
): Promise<void> {
  const there = await stat(file).catch(() => undefined);
  if (there && !there.isFile())
    throw new BackupError(`${file} is not a file; use - for standard output.`);
  const exists = () =>
    new BackupError(`${file} exists: choose another name, or add --force to replace it.`);
  if (there && !force) throw exists();
  const aside = partOf(file);
  const handle = await open(aside, 'wx', 0o600);
  try {
    const target = handle.createWriteStream({ flush: true });
    await pipeline(lines, createZstdCompress(), meter, target, { ...(signal && { signal }) });
    if (force) await rename(aside, file);
    // Unlike a rename, a link never replaces a file created in the meantime.
    else
      await link(aside, file).catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'EEXIST' ? exists() : error;
      });
  } finally {
    await rm(aside, { force: true });
  }
  // Syncs the directory, so that the name also survives a power failure.
  const directory = await open(dirname(file));
  await directory.sync().finally(() => directory.close());
}

/** Size of the empty frame that Node.js appends when compressing and leaves unread when decompressing. */
const emptyFrame = 9;

/** Decompresses a backup. @param explain converts an error of the source */
export async function* unpackBackup(
  source: Readable & { bytesRead: number },
  explain: (error: NodeJS.ErrnoException) => Error = (error) => error,
): AsyncGenerator<Buffer> {
  const unpacked = createZstdDecompress();
  source.on('error', (error: NodeJS.ErrnoException) => unpacked.destroy(explain(error)));
  // The reader receives the error; data after the end of the backup also fails once reading has stopped.
  unpacked.on('error', () => {});
  yield* source.pipe(unpacked);
  const left = source.bytesRead - unpacked.bytesWritten;
  if (!source.readableEnded || left > emptyFrame) throw trailingDataError();
}

/** Reads a whole backup. @returns the number of its rows @throws BackupError if it is not intact */
export async function verifyBackupFile(file: string): Promise<number> {
  const backup = await readBackup(unpackBackup(createReadStream(file)));
  for await (const { rows } of backup.tables()) for await (const _ of rows);
  return rowsIn(backup.counts);
}
