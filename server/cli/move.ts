import type { Command } from 'commander';
import { restore } from '../db/backup.ts';
import { readBackup } from '../db/backup-file.ts';
import { dataDirOf } from '../db/target.ts';
import { readConfig } from '../platform/config.ts';
import { makeBackup, refuseNoDatabase, rowsIn } from './backup.ts';
import { CommandError, print, withTarget } from './command.ts';
import { filled } from './restore.ts';

export function move(pauta: Command): void {
  pauta
    .command('move')
    .option('--replace', 'overwrite what is in the database at DATABASE_URL')
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
      const { counts, applied } = await withTarget(
        embedded,
        (source) =>
          makeBackup(source, async ({ lines }) =>
            restore({ connectionString }, await readBackup(lines), { replace: replace === true }),
          ),
        true,
      );
      const rows = rowsIn(counts);
      print(command, { rows, tables: counts, applied }, [
        ...filled(counts),
        `Moved ${rows} rows. From now on, start the service with this DATABASE_URL and this SECRET_KEY.`,
        `${dataDir} is unchanged. Do not start a service on it again: it would repeat the work that is waiting there.`,
      ]);
    });
}
