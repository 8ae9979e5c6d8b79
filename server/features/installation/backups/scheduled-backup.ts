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
  /** True until the contents of files have been copied, if they are included. */
  readonly files_pending?: boolean | undefined;
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
  /** True if the newest backup lacks contents of files, since copying them failed or was interrupted. */
  readonly lacksFiles: boolean;
  readonly missing: number;
  readonly freeBytes: number;
}

/** Result of a backup. */
export interface ScheduledBackup {
  readonly file: string;
  readonly bytes: number;
  /** Undefined if only contents of files were copied, which an earlier attempt had not finished. */
  readonly rows: number | undefined;
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
  {
    BACKUP_DIR: directory,
    BACKUP_SCHEDULE: schedule,
    BACKUP_FILES: files,
  }: Settings & { readonly BACKUP_DIR: string },
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
    lacksFiles: files === 'on' && first !== undefined && outcome?.files_pending === true,
    missing: outcome?.missing ?? 0,
    freeBytes: await freeAt(directory),
  };
}

/** Work to do now: none for a moment after a failure. A complete backup of the database is not repeated for its files. */
function dueWork(state: BackupState, now: Date): 'all' | 'files' | undefined {
  const { newest, dueAt, failure, lacksFiles } = state;
  // An attempt of the future was made before a clock was corrected.
  const sinceMs = failure && now.getTime() - Date.parse(failure.at);
  if (sinceMs !== undefined && sinceMs >= 0 && sinceMs < retryMs) return undefined;
  if (!newest || newest.time < dueAt) return 'all';
  return lacksFiles ? 'files' : undefined;
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
  if (!dueWork(await backupState(settings, now()), now())) return undefined;
  return withLock(source.connection, async () => {
    const begun = now();
    const state = await backupState(settings, begun);
    const work = dueWork(state, begun);
    if (!work) return undefined;
    const outcome = { at: begun.toISOString(), files_pending: settings.BACKUP_FILES === 'on' };
    // Before the backup, so that a killed process leaves it, too.
    if (outcome.files_pending) await storeOutcome(directory, outcome);
    try {
      const database =
        work === 'files' && state.newest
          ? { file: join(directory, state.newest.name), rows: undefined }
          : await backUpDatabase(source, settings, begun, signal);
      const files = outcome.files_pending
        ? await copyFiles(source, storage, settings, signal)
        : undefined;
      const deleted = await deleteExpired(settings, begun);
      await storeOutcome(directory, { at: outcome.at, missing: files?.missing });
      return { ...database, bytes: (await stat(database.file)).size, deleted, files };
    } catch (error) {
      if (!signal.aborted) await storeOutcome(directory, { ...outcome, reason: reasonOf(error) });
      throw error;
    }
  });
}

/** Writes a backup of the database, and reads it back. */
async function backUpDatabase(
  source: BackupSource,
  {
    BACKUP_DIR: directory,
    DISK_RESERVE_BYTES: reserve,
  }: Settings & { readonly BACKUP_DIR: string },
  begun: Date,
  signal: AbortSignal,
) {
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
  return { file, rows };
}

/** Copies contents of files that the directory lacks. It keeps those of deleted files, which older backups name. */
async function copyFiles(
  { platform }: BackupSource,
  storage: Storage,
  { BACKUP_DIR: directory, DISK_RESERVE_BYTES }: Settings & { readonly BACKUP_DIR: string },
  signal: AbortSignal,
) {
  const { blobs: contents } = await storageTotals(platform);
  const reserve = async (bytes: number) => {
    if ((await freeAt(directory)) - bytes < DISK_RESERVE_BYTES) throw diskFull(directory);
  };
  const { copied, missing } = await copyOut(platform, storage, join(directory, 'files'), {
    signal,
    reserve,
  });
  return { contents, copied, missing: missing.length };
}

/** Deletes expired backups: only after a new one is complete and verified. The last good one is never deleted. */
async function deleteExpired(
  { BACKUP_DIR: directory, BACKUP_KEEP: keep }: Settings & { readonly BACKUP_DIR: string },
  now: Date,
): Promise<string[]> {
  const expired = expiredBackups(await readdir(directory), keep, now);
  for (const name of expired) await rm(join(directory, name), { force: true });
  return expired;
}
