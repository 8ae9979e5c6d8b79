import type { Config } from '#server/platform/config.ts';
import { type BackupState, backupState, reasonOf } from '../backups/scheduled-backup.ts';
import type { Check } from './check.ts';

const name = 'backups';
/** Time that a backup may take. */
const graceMs = 6 * 3_600_000;
const disk = 'Free space there, set BACKUP_KEEP to less, or BACKUP_DIR to a larger disk.';

/** Problem of scheduled backups; undefined if there is none. @param reserveBytes free space that backups leave */
export function backupProblem(
  { directory, newest, dueAt, failure, lacksFiles, missing, freeBytes }: BackupState,
  reserveBytes: number,
  now: Date,
): { readonly found: string; readonly advice: string } | undefined {
  const last = newest
    ? `the newest backup in ${directory} is of ${newest.time.toISOString()}`
    : `there is no backup in ${directory}`;
  const isLate = !newest || newest.time < dueAt;
  if (failure && (isLate || lacksFiles)) {
    const work = isLate ? 'the backup' : 'copying the contents of files';
    return {
      found: `${work} of ${failure.at} failed: ${failure.reason}; ${last}`,
      advice:
        failure.reason === 'the disk is full'
          ? disk
          : 'Correct the reason. The service tries again every 15 minutes.',
    };
  }
  if (isLate && now.getTime() - dueAt.getTime() > graceMs)
    return {
      found: `${last}, although one was due at ${dueAt.toISOString()}`,
      advice: 'Is a service with ROLE all or worker running with this BACKUP_DIR? See its log.',
    };
  if (lacksFiles && now.getTime() - dueAt.getTime() > graceMs)
    return {
      found: `contents of files have not been copied since ${dueAt.toISOString()}; ${last}`,
      advice: 'Is a service with ROLE all or worker running with this BACKUP_DIR? See its log.',
    };
  if (freeBytes - (newest?.bytes ?? 0) < reserveBytes)
    return {
      found: `the disk of ${directory} has ${freeBytes} bytes left: too few for the next backup; ${last}`,
      advice: disk,
    };
  if (missing > 0)
    return {
      found: `${missing} contents of files were missing or damaged, and could not be copied; ${last}`,
      advice: 'The check of files names them.',
    };
  return undefined;
}

/** Checks the scheduled backups; none without BACKUP_DIR. */
export async function checkBackups(config: Config, now = new Date()): Promise<Check[]> {
  const { BACKUP_DIR, DISK_RESERVE_BYTES, BACKUP_FILES } = config;
  if (BACKUP_DIR === undefined) return [];
  let state: BackupState;
  try {
    state = await backupState({ ...config, BACKUP_DIR }, now);
  } catch (error) {
    return [
      {
        ...{ name, ok: false, found: `${BACKUP_DIR} cannot be read: ${reasonOf(error)}` },
        advice:
          'Run this as the user of the service. It creates the directory on its first backup.',
      },
    ];
  }
  const problem = backupProblem(state, DISK_RESERVE_BYTES, now);
  if (problem) return [{ name, ok: false, ...problem }];
  const { count, newest } = state;
  const files =
    BACKUP_FILES === 'on' ? 'with contents of files' : 'without contents of files (BACKUP_FILES)';
  const summary = newest
    ? `${count} in ${BACKUP_DIR}, the newest of ${newest.time.toISOString()} with ${newest.bytes} bytes, ${files}`
    : `none yet in ${BACKUP_DIR}`;
  return [{ name, ok: true, found: summary }];
}

/** The newest scheduled backup. */
export const newestBackup = async (config: Config): Promise<BackupState['newest']> =>
  config.BACKUP_DIR === undefined
    ? undefined
    : (await backupState({ ...config, BACKUP_DIR: config.BACKUP_DIR }, new Date())).newest;

/** Problem of scheduled backups in one line, without paths; undefined if there is none. */
export async function backupWarning(config: Config): Promise<string | undefined> {
  const checks = await checkBackups(config);
  return checks.some(({ ok }) => !ok)
    ? 'scheduled backups have a problem: see the log, and pauta doctor'
    : undefined;
}
