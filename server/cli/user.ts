import { type Command, Option } from 'commander';
import { linkForUser } from '../features/accounts/invitations/links.ts';
import { create } from '../features/accounts/users/operations.ts';
import { roles } from '../operations/roles.ts';
import { print } from './command.ts';
import { commandOf, onInstallation, onTeam } from './operation-command.ts';

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
        .choices(roles.toReversed())
        .default('member'),
    )
    .action(async ({ team, ...body }: Options, command: Command) => {
      const { id } = await onTeam(team, create, { body: { ...body } });
      print(command, { id }, `Created user ${body.name.trim()} (${id})`);
    });

  commandOf(pauta, linkForUser)
    .argument('<email>')
    .option('--team <slug>', 'the team, if the address belongs to no team or to several')
    .addOption(
      new Option(
        '--role <role>',
        'the role in the team; default: owner while the team has no owner who can sign in',
      ).choices(roles.toReversed()),
    )
    .action(async (email: string, options: { team?: string; role?: string }, command: Command) => {
      const labels = { email: 'EMAIL' };
      const made = await onInstallation(linkForUser, { email, ...options }, labels);
      print(command, made, [
        made.kind === 'password'
          ? `${email} has an account. This link sets a new password for it (once, until ${made.expires_at}):`
          : `Anyone who opens this link becomes ${made.role} of ${made.team} (once, until ${made.expires_at}):`,
        made.link,
      ]);
    });
}
