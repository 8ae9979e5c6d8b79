import type { Command } from 'commander';
import { readConfig } from '../config.ts';
import { migrate } from '../db/migrate.ts';
import { print, withTarget } from './command.ts';

export function migrateCommand(pauta: Command): void {
  pauta
    .command('migrate')
    .description('bring the database up to date')
    .action(async (_options, command: Command) => {
      const applied = await withTarget(readConfig(process.env), (target) =>
        migrate(target.connection),
      );
      print(
        command,
        { applied },
        applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database was up to date.',
      );
    });
}
