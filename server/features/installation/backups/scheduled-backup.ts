import { mkdir, readdir, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getSystemErrorMessage } from 'node:util';
import { withLock } from '#server/db/backup.ts';
import { copyOut, storageTotals } from '#server/features/files/backup-copies.ts';
import type { Storage } from '#server/outbound/storage.ts';
import type { Config } from '#server/platform/config.ts';
import {
  type BackupSource,
  makeBackup,
  rowsIn,
  verifyBackupFile,
  writeBackupFile,
} from './make-backup.ts';
import { backupNameAt, expiredBackups, isLeftover, lastDue, timeOfBackup } from './retention.ts';

/*
 * Scheduled backups (docs/adr/0254-scheduled-backups.md). Their directory is their state: a backup is due if the newest complete file is older than
 * the last time of the schedule.
 */

type Settings = Pick<
  Config,
  'BACKUP_DIR' | 'BACKUP_SCHEDULE' | 'BACKUP_KEEP' | 'BACKUP_FILES' | 'DISK_RESERVE_BYTES'
>;

/** Outcome of the last attempt, stored next to the backups. */
interface Outcome {
  readonly at: string;
  /** Undefined for a success. */
  readonly reason?: string | undefined;
  /** Missing or damaged contents of files, which could not be copied. */
  readonly missing?: number | undefined;
}

/** State of the directory. */
export interface BackupState {
  readonly directory: string;
  /** Newest complete backup that is not of the future. */
  readonly newest:
    | { readonly name: string; readonly time: Date; readonly bytes: number }
    | undefined;
  readonly count: number;
  /** When a backup should have been made last. */
  readonly dueAt: Date;
  readonly failure: Outcome | undefined;
  readonly missing: number;
  readonly freeBytes: number;
}

/** Result of a backup. */
export interface ScheduledBackup {
  readonly file: string;
  readonly bytes: number;
  readonly rows: number;
  readonly deleted: readonly string[];
  /** Number of contents of files, and how many of them were copied; undefined if they are not included. */
  readonly files:
    | { readonly contents: number; readonly copied: number; readonly missing: number }
    | undefined;
}

const outcomeFile = '.last-attempt.json';

/** Pause after a failure. */
const retryMs = 15 * 60_000;
/** Bytes between two checks of free space. */
const meterBytes = 16 * 1_048_576;

async function freeAt(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize;
}

async function readOutcome(directory: string): Promise<Outcome | undefined> {
  try {
    return JSON.parse(await readFile(join(directory, outcomeFile), 'utf8')) as Outcome;
  } catch {
    return undefined;
  }
}

/** Stores the outcome if the disk allows it. */
async function storeOutcome(directory: string, outcome: Outcome): Promise<void> {
  const file = join(directory, outcomeFile);
  try {
    await writeFile(`${file}.new`, JSON.stringify(outcome), { mode: 0o600, flush: true });
    await rename(`${file}.new`, file);
  } catch {
    // The log and the age of the newest backup report the failure too.
  }
}

/** Reads the directory. @throws the error of the file system if it cannot be read */
export async function backupState(
  { BACKUP_DIR: directory, BACKUP_SCHEDULE: schedule }: Settings & { readonly BACKUP_DIR: string },
  now: Date,
): Promise<BackupState> {
  const backups = (await readdir(directory))
    .flatMap((name) => {
      const time = timeOfBackup(name);
      return time && time <= now ? [{ name, time }] : [];
    })
    .sort((a, b) => b.time.getTime() - a.time.getTime());
  const [first] = backups;
  const outcome = await readOutcome(directory);
  return {
    directory,
    newest: first && { ...first, bytes: (await stat(join(directory, first.name))).size },
    count: backups.length,
    dueAt: lastDue(schedule, now),
    failure: outcome?.reason === undefined ? undefined : outcome,
    missing: outcome?.missing ?? 0,
    freeBytes: await freeAt(directory),
  };
}

/** True if a backup is due, and no attempt failed a moment ago. */
function isDue({ newest, dueAt, failure }: BackupState, now: Date): boolean {
  if (newest && newest.time >= dueAt) return false;
  return failure === undefined || now.getTime() - Date.parse(failure.at) >= retryMs;
}

const diskFull = (directory: string) =>
  Object.assign(new Error(`The disk of ${directory} is full.`), { code: 'ENOSPC' });

/** Checks free space while a backup is written, so that it never takes the space that is reserved for the database. */
const leaving = (directory: string, reserve: number) =>
  async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let unchecked = meterBytes;
    for await (const chunk of chunks) {
      unchecked += chunk.length;
      if (unchecked >= meterBytes) {
        unchecked = 0;
        if ((await freeAt(directory)) < reserve) throw diskFull(directory);
      }
      yield chunk;
    }
  };

/** One line for people. */
export function reasonOf(error: unknown): string {
  const { code, errno, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC') return 'the disk is full';
  return errno === undefined ? message : getSystemErrorMessage(errno);
}

/**
 * Makes a backup if it is due, verifies it, and deletes expired ones. One process of all nodes works at a time.
 * @returns undefined if none is due, or another process makes it
 * @throws the reason, which is also stored for {@link backupState}
 */
export async function backUpIfDue(
  source: BackupSource,
  storage: Storage,
  settings: Settings & { readonly BACKUP_DIR: string },
  now: () => Date,
  signal: AbortSignal,
): Promise<ScheduledBackup | undefined> {
  const { BACKUP_DIR: directory } = settings;
  await mkdir(directory, { recursive: true, mode: 0o700 });
  if (!isDue(await backupState(settings, now()), now())) return undefined;
  return withLock(source.connection, async () => {
    const begun = now();
    if (!isDue(await backupState(settings, begun), begun)) return undefined;
    try {
      const made = await backUp(source, storage, settings, begun, signal);
      await storeOutcome(directory, { at: begun.toISOString(), missing: made.files?.missing });
      return made;
    } catch (error) {
      if (!signal.aborted)
        await storeOutcome(directory, { at: begun.toISOString(), reason: reasonOf(error) });
      throw error;
    }
  });
}

async function backUp(
  source: BackupSource,
  storage: Storage,
  settings: Settings & { readonly BACKUP_DIR: string },
  begun: Date,
  signal: AbortSignal,
): Promise<ScheduledBackup> {
  const { BACKUP_DIR: directory, BACKUP_KEEP: keep, DISK_RESERVE_BYTES: reserve } = settings;
  for (const name of (await readdir(directory)).filter(isLeftover))
    await rm(join(directory, name), { force: true });
  const file = join(directory, backupNameAt(begun));
  const rows = await makeBackup(source, async ({ lines, counts }) => {
    await writeBackupFile(file, lines, { signal, meter: leaving(directory, reserve) });
    return rowsIn(counts);
  });
  try {
    await verifyBackupFile(file);
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
  const files =
    settings.BACKUP_FILES === 'on' ? await copyFiles(source, storage, directory) : undefined;
  // Only after a new backup is complete and verified: the last good one is never deleted.
  const deleted = expiredBackups(await readdir(directory), keep, begun);
  for (const name of deleted) await rm(join(directory, name), { force: true });
  return { file, bytes: (await stat(file)).size, rows, deleted, files };
}

/** Copies contents of files that the directory lacks. It keeps those of deleted files, which older backups name. */
async function copyFiles({ platform }: BackupSource, storage: Storage, directory: string) {
  const { blobs: contents } = await storageTotals(platform);
  const { copied, missing } = await copyOut(platform, storage, join(directory, 'files'));
  return { contents, copied, missing: missing.length };
}
