import type { Command } from 'commander';
import { type BlockedMigration, migrate } from '../db/migrate.ts';
import { readConfig } from '../platform/config.ts';
import { print, withTarget } from './command.ts';

/** Reports to standard error what the migration is waiting for. */
function reportBlocked({ waits_for }: BlockedMigration, words: string): void {
  process.stderr.write(`${words}${waits_for === undefined ? '' : `: ${waits_for}`}\n`);
}

export function migrateCommand(pauta: Command): void {
  pauta
    .command('migrate')
    .description('bring the database up to date')
    .action(async (_options, command: Command) => {
      const applied = await withTarget(readConfig(process.env), (target) =>
        migrate(target.connection, { log: { warn: reportBlocked } }),
      );
      print(
        command,
        { applied },
        applied.length > 0
          ? `Applied ${applied.join(', ')}.`
          : 'The database is already up to date.',
      );
    });
}
