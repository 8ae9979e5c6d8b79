import type { Command } from 'commander';
import { restore } from '../features/work/tasks/restore.ts';
import { CommandError, print, readId } from './command.ts';
import { commandOf, onTeam } from './operation-command.ts';

export function task(pauta: Command): void {
  commandOf(pauta, restore)
    .argument('<id>')
    .requiredOption('--team <slug>')
    .action(async (text: string, { team }: { team: string }, command: Command) => {
      const id = readId(text, 'ID');
      const absent = () => new CommandError(`The team has no task ${id} in its trash.`);
      const row = await onTeam(team, restore, { path: { id } }, { absent });
      print(command, row ? { id: row.id, title: row.title } : {}, `Restored task ${row?.title}.`);
    });
}
