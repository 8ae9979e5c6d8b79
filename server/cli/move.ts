import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { restore } from '../db/backup.ts';
import { readBackup } from '../db/backup-file.ts';
import { dataDirOf, type Target } from '../db/database-target.ts';
import { storageTotals } from '../features/files/backup-copies.ts';
import { openStorage } from '../features/files/storage.ts';
import { rowsIn } from '../features/installation/backups/make-backup.ts';
import { ledgerOf } from '../features/privacy/ledger.ts';
import { type Config, readConfig } from '../platform/config.ts';
import { backupOf, type FilesDone, refuseNoDatabase } from './backup.ts';
import { CommandError, print, withPlatform, withTarget } from './command.ts';
import { filled } from './restore.ts';

export function move(pauta: Command): void {
  pauta
    .command('move')
    .option('--replace', 'overwrite the contents of the database at DATABASE_URL')
    .description(
      'copy the embedded database in DATA_DIR to the empty one at DATABASE_URL; no service may be running on either',
    )
    .action(async ({ replace }: { replace?: true }, command: Command) => {
      const { env } = process;
      if (!env.DATABASE_URL)
        throw new CommandError('DATABASE_URL is not set; it must name the database to move to.');
      const embedded = readConfig({ ...env, DATABASE_URL: '' });
      refuseNoDatabase(embedded);
      const dataDir = dataDirOf(embedded);
      if (!env.SECRET_KEY)
        throw new CommandError(
          `SECRET_KEY is not set; it must be the text of ${dataDir}/secret.key, both here and for the service.`,
        );
      const { DATABASE_URL: connectionString } = readConfig(env);
      const { counts, applied, files } = await withTarget(
        embedded,
        (source) =>
          backupOf(source, async ({ lines }) =>
            restore({ connectionString }, await readBackup(lines), {
              replace: replace === true,
              isPast: false,
            }),
          ).then(async (moved) => ({ ...moved, files: await filesStay(source, embedded) })),
        true,
      );
      const rows = rowsIn(counts);
      print(command, { rows, tables: counts, applied, files: files.answer }, [
        ...filled(counts),
        `Moved ${rows} rows. From now on, start the service with this DATABASE_URL and this SECRET_KEY.`,
        ...files.lines,
        ...ledgerStays(embedded),
        `${dataDir} is unchanged. Do not start a service on it again: it would repeat the work that is waiting there.`,
      ]);
    });
}

/** Reports where the ledger of erasures remains. */
function ledgerStays(config: Config): string[] {
  const { path } = ledgerOf(config);
  return existsSync(path)
    ? [
        `The ledger of erasures stays in ${path}: start the service with LEDGER_URL, or with the same DATA_DIR.`,
      ]
    : [];
}

/** Reports where the file contents remain; they are not moved. */
const filesStay = (source: Target, config: Config): Promise<FilesDone> =>
  withPlatform(source, async ({ platform }) => {
    const { where } = openStorage(config).blobs;
    const held = await storageTotals(platform);
    if (held.blobs === 0) return { answer: held, lines: [] };
    const next = config.FILES_URL
      ? 'start the service with the same FILES_URL'
      : 'start the service with the same DATA_DIR, on a disk shared by all its machines, or copy them to a bucket (FILES_URL)';
    return {
      answer: { ...held, where },
      lines: [`${held.blobs} file contents stay in ${where}: ${next}.`],
    };
  });
