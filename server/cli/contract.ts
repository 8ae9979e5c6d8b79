import type { Command } from 'commander';
import { v7 as uuidv7 } from 'uuid';
import { constraintOf } from '../db/database.ts';
import { platformStatement } from '../db/statement.ts';
import { CommandError, print, readId, readName, teamId, withDatabase } from './command.ts';

const insert = platformStatement(`
  insert into contracts (team_id, id, title, client_id) values ($team, $id, $title, $client_id)`);

export function contract(pauta: Command): void {
  pauta
    .command('contract')
    .description('contracts')
    .command('create')
    .requiredOption('--team <slug>')
    .requiredOption('--title <title>')
    .option('--client <id>', 'the client it is with')
    .description('make a contract of a team')
    .action(async (options: { team: string; title: string; client?: string }, command: Command) => {
      const id = uuidv7();
      const title = readName(options.title, '--title');
      const clientId = options.client === undefined ? null : readId(options.client, '--client');
      await withDatabase(async ({ platform }) => {
        const team = await teamId(platform, options.team);
        await platform
          .run(insert, { team, id, title, client_id: clientId })
          .catch((error: unknown) => {
            throw constraintOf(error) === 'contracts_client_id_fkey'
              ? new CommandError(`The team has no client ${clientId}.`)
              : error;
          });
      });
      print(command, { id }, `Contract ${title} is there: ${id}`);
    });
}
