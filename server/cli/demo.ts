import { type Command, Option } from 'commander';
import { fill, sizes } from '../demo/fill.ts';
import { teamNamed } from './call.ts';
import { print, table, withDatabase } from './command.ts';

export function demo(pauta: Command): void {
  pauta
    .command('demo')
    .requiredOption('--team <slug>')
    .addOption(
      new Option('--size <size>', 'small: to look around; large: enough for paging and benchmarks')
        .choices(Object.keys(sizes))
        .default('small'),
    )
    .description('fill a team with realistic data; each run adds more')
    .action(async (options: { team: string; size: keyof typeof sizes }, command: Command) => {
      const { created, config } = await withDatabase(async (place) => {
        const { config, database, target } = place;
        const { id: team } = await teamNamed(place, options.team);
        const settings = { secrets: target.secrets, jidSuffix: config.MSGAPP_JID_SUFFIX };
        return { created: await fill(database, settings, team, options.size), config };
      });
      const host = config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST;
      const address = `http://${host}:${config.PORT}/api`;
      print(command, { team: options.team, created }, [
        ...table(['CREATED', ''], Object.entries(created)),
        'One task in sixty is in the trash.',
        '',
        `Try it (pauta key create --team ${options.team} creates a key):`,
        `curl '${address}/v1/clients?search=joao' -H 'Authorization: Bearer API_KEY'`,
      ]);
    });
}
