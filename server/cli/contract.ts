import type { Command } from 'commander';
import { v7 as uuidv7 } from 'uuid';
import { constraintOf, type Platform } from '../db/database.ts';
import { platformStatement } from '../db/statement.ts';
import { CommandError, print, readId, readName, teamId, withDatabase } from './command.ts';

const insert = platformStatement(`
  insert into contracts (team_id, id, title, client_id) values ($team, $id, $title, $client_id)`);

/** Makes a contract of a team. @returns its id @throws CommandError when the team has no such client */
export async function createContract(
  platform: Platform,
  team: string,
  { title, clientId }: { title: string; clientId: string | null },
): Promise<string> {
  const id = uuidv7();
  await platform.run(insert, { team, id, title, client_id: clientId }).catch((error: unknown) => {
    throw constraintOf(error) === 'contracts_client_id_fkey'
      ? new CommandError(`The team has no client ${clientId}.`)
      : error;
  });
  return id;
}

export function contract(pauta: Command): void {
  pauta
    .command('contract')
    .description('contracts')
    .command('create')
    .requiredOption('--team <slug>')
    .requiredOption('--title <title>')
    .option('--client <id>', 'the client')
    .description('create a contract')
    .action(async (options: { team: string; title: string; client?: string }, command: Command) => {
      const title = readName(options.title, '--title');
      const clientId = options.client === undefined ? null : readId(options.client, '--client');
      const id = await withDatabase(async ({ platform }) =>
        createContract(platform, await teamId(platform, options.team), { title, clientId }),
      );
      print(command, { id }, `Created contract ${title} (${id})`);
    });
}
