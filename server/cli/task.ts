import type { Command } from 'commander';
import { restore } from '../features/work/tasks/operations.ts';
import { CommandError, print, readId, teamId, withDatabase } from './command.ts';

export function task(pauta: Command): void {
  pauta
    .command('task')
    .description('tasks')
    .command('restore')
    .argument('<id>')
    .requiredOption('--team <slug>')
    .description('restore a task from the trash')
    .action(async (id: string, options: { team: string }, command: Command) => {
      const wanted = readId(id, 'ID');
      const row = await withDatabase(async ({ platform, database }) =>
        restore(database.team(await teamId(platform, options.team)), wanted),
      );
      if (!row) throw new CommandError(`The team has no task ${wanted} in its trash.`);
      print(command, row, `Restored task ${row.title}.`);
    });
}
