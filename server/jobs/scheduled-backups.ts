import type { BackupSource } from '../features/installation/backups/make-backup.ts';
import { backUpIfDue, reasonOf } from '../features/installation/backups/scheduled-backup.ts';
import type { Storage } from '../outbound/storage.ts';
import type { Config } from '../platform/config.ts';
import type { Logger } from '../platform/log.ts';

const checkEvery = 60_000;

/** Makes the backups of BACKUP_SCHEDULE. A failed one is logged and repeated later. */
export function startBackups(
  source: BackupSource,
  storage: Storage,
  config: Config,
  log: Logger,
): { stop(): Promise<void> } {
  const { BACKUP_DIR } = config;
  if (BACKUP_DIR === undefined) return { stop: async () => {} };
  const settings = { ...config, BACKUP_DIR };
  const stopping = new AbortController();
  let running: Promise<unknown> | undefined;
  const round = () => {
    running ??= backUpIfDue(source, storage, settings, () => new Date(), stopping.signal)
      .then((made) => {
        if (made) log.info(made, made.rows === undefined ? 'completed a backup' : 'made a backup');
      })
      .catch((error: unknown) => {
        if (stopping.signal.aborted) return;
        log.error({ reason: reasonOf(error), directory: BACKUP_DIR }, 'the backup failed');
      })
      .finally(() => {
        running = undefined;
      });
  };
  const timer = setInterval(round, checkEvery);
  round();
  return {
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
}
