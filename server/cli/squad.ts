import type { Command } from 'commander';
import { v7 as uuidv7 } from 'uuid';
import { platformStatement } from '../db/statement.ts';
import { print, readName, teamId, withDatabase } from './command.ts';

const insert = platformStatement('insert into squads (team_id, id, name) values ($team, $id, $name)');

export function squad(pauta: Command): void {
  pauta
    .command('squad')
    .description('squads')
    .command('create')
    .requiredOption('--team <slug>')
    .requiredOption('--name <name>')
    .description('make a squad of a team')
    .action(async (options: { team: string; name: string }, command: Command) => {
      const id = uuidv7();
      const name = readName(options.name, '--name');
      await withDatabase(async ({ platform }) => {
        await platform.run(insert, { team: await teamId(platform, options.team), id, name });
      });
      print(command, { id }, `Squad ${name} is there: ${id}`);
    });
}
