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
    .option('--replace', 'lose what is in the database of DATABASE_URL')
    .description(
      'copy everything in the embedded database of DATA_DIR to the empty one of DATABASE_URL; no service may run on either',
    )
    .action(async ({ replace }: { replace?: true }, command: Command) => {
      const { env } = process;
      if (!env.DATABASE_URL)
        throw new CommandError('DATABASE_URL is not set; it says where to move to.');
      const embedded = readConfig({ ...env, DATABASE_URL: '' });
      refuseNoDatabase(embedded);
      const dataDir = dataDirOf(embedded);
      if (!env.SECRET_KEY)
        throw new CommandError(
          `SECRET_KEY is not set; it must be the text in ${dataDir}/secret.key, now and in the service.`,
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
        `Moved ${rows} rows. From now on start the service with this DATABASE_URL and this SECRET_KEY.`,
        `What is in ${dataDir} is as it was: start no service on it any more, it would do again what waits there.`,
      ]);
    });
}
