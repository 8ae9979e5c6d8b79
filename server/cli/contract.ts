import type { Command } from 'commander';
import contracts from '../features/crm/contracts/operations.ts';
import { parsed } from '../records/read-after-write.ts';
import { print } from './command.ts';
import { commandOf, onTeam } from './operation-command.ts';

export function contract(pauta: Command): void {
  commandOf(pauta, contracts.create)
    .requiredOption('--team <slug>')
    .requiredOption('--title <title>')
    .option('--client <id>', 'the client')
    .action(async (options: { team: string; title: string; client?: string }, command: Command) => {
      const { team, title, client } = options;
      const body = { title, client_id: client };
      const labels = { client_id: '--client' };
      const { id } = parsed<{ id: string }>(
        await onTeam(team, contracts.create, { body }, { labels }),
      );
      print(command, { id }, `Created contract ${title.trim()} (${id})`);
    });
}
