import type { Command } from 'commander';
import { create } from '../features/accounts/squads/operations.ts';
import { print } from './command.ts';
import { commandOf, onTeam } from './operation-command.ts';

export function squad(pauta: Command): void {
  commandOf(pauta, create)
    .requiredOption('--team <slug>')
    .requiredOption('--name <name>')
    .action(async ({ team, name }: { team: string; name: string }, command: Command) => {
      const { id } = await onTeam(team, create, { body: { name } });
      print(command, { id }, `Created squad ${name.trim()} (${id})`);
    });
}
