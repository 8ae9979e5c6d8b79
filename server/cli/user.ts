import { type Command, Option } from 'commander';
import { create } from '../features/accounts/users/operations.ts';
import { commandOf, onTeam } from './call.ts';
import { print } from './command.ts';

interface Options {
  readonly team: string;
  readonly name: string;
  readonly email: string;
  readonly role: string;
}

export function user(pauta: Command): void {
  commandOf(pauta, create)
    .requiredOption('--team <slug>')
    .requiredOption('--name <name>')
    .requiredOption('--email <address>')
    .addOption(
      new Option('--role <role>', 'the role in the team')
        .choices(['owner', 'admin', 'member'])
        .default('member'),
    )
    .action(async ({ team, ...body }: Options, command: Command) => {
      const { id } = await onTeam(team, create, { body: { ...body } });
      print(command, { id }, `Created user ${body.name.trim()} (${id})`);
    });
}
