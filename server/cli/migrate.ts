import type { Command } from 'commander';
import { readConfig } from '../config.ts';
import { migrate } from '../db/migrate.ts';
import { openTarget } from '../db/target.ts';
import { makeLog } from '../log.ts';
import { print } from './command.ts';

export function migrateCommand(pauta: Command): void {
  pauta
    .command('migrate')
    .description('bring the database up to date')
    .action(async (_options, command: Command) => {
      const target = await openTarget(readConfig(process.env), false, makeLog('silent'));
      try {
        const applied = await migrate(target.connection);
        print(
          command,
          { applied },
          applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database was up to date.',
        );
      } finally {
        await target.stop();
      }
    });
}
