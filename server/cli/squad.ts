import type { Command } from 'commander';
import { v7 as uuidv7 } from 'uuid';
import type { Platform } from '../db/database.ts';
import { platformStatement } from '../db/statement.ts';
import { print, readName, teamId, withDatabase } from './command.ts';

const insert = platformStatement(
  'insert into squads (team_id, id, name) values ($team, $id, $name)',
);

/** Makes a squad of a team. @returns its id */
export async function createSquad(platform: Platform, team: string, name: string): Promise<string> {
  const id = uuidv7();
  await platform.run(insert, { team, id, name });
  return id;
}

export function squad(pauta: Command): void {
  pauta
    .command('squad')
    .description('squads')
    .command('create')
    .requiredOption('--team <slug>')
    .requiredOption('--name <name>')
    .description('create a squad')
    .action(async (options: { team: string; name: string }, command: Command) => {
      const name = readName(options.name, '--name');
      const id = await withDatabase(async ({ platform }) =>
        createSquad(platform, await teamId(platform, options.team), name),
      );
      print(command, { id }, `Created squad ${name} (${id})`);
    });
}
