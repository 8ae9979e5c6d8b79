import { type Command, Option } from 'commander';
import { v7 as uuidv7 } from 'uuid';
import { constraintOf, type Platform } from '../db/database.ts';
import { platformStatement } from '../db/statement.ts';
import {
  CommandError,
  print,
  readName,
  readText,
  teamId,
  UsageError,
  withDatabase,
} from './command.ts';

const insert = platformStatement(`
  insert into users (team_id, id, name, email, role) values ($team, $id, $name, $email, $role)`);

/**
 * Makes a user of a team. @returns its id
 * @throws CommandError when the team has a user with that address
 */
export async function createUser(
  platform: Platform,
  team: string,
  { name, email, role }: { name: string; email: string; role: string },
): Promise<string> {
  const id = uuidv7();
  await platform.run(insert, { team, id, name, email, role }).catch((error: unknown) => {
    throw constraintOf(error) === 'users_email_key'
      ? new CommandError(`The team already has a user with the address ${email}.`)
      : error;
  });
  return id;
}

export function user(pauta: Command): void {
  pauta
    .command('user')
    .description('users')
    .command('create')
    .requiredOption('--team <slug>')
    .requiredOption('--name <name>')
    .requiredOption('--email <address>')
    .addOption(
      new Option('--role <role>', 'the role in the team')
        .choices(['owner', 'member'])
        .default('member'),
    )
    .description('create a user')
    .action(
      async (
        options: { team: string; name: string; email: string; role: string },
        command: Command,
      ) => {
        const email = readText(options.email, '--email').trim();
        if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 255)
          throw new UsageError('--email must be an e-mail address of at most 255 characters.');
        const id = await withDatabase(async ({ platform }) => {
          const team = await teamId(platform, options.team);
          const name = readName(options.name, '--name');
          return createUser(platform, team, { name, email, role: options.role });
        });
        print(command, { id }, `Created user ${options.name} (${id})`);
      },
    );
}
