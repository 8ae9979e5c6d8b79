import type { Command } from 'commander';
import { create } from '../features/crm/contracts/operations.ts';
import { print } from './command.ts';
import { commandOf, onTeam } from './operation-command.ts';

export function contract(pauta: Command): void {
  commandOf(pauta, create)
    .requiredOption('--team <slug>')
    .requiredOption('--title <title>')
    .option('--client <id>', 'the client')
    .action(async (options: { team: string; title: string; client?: string }, command: Command) => {
      const { team, title, client } = options;
      const body = { title, client_id: client };
      const { id } = await onTeam(team, create, { body }, { labels: { client_id: '--client' } });
      print(command, { id }, `Created contract ${title.trim()} (${id})`);
    });
}
