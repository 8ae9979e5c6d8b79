import { type Command, Option } from 'commander';
import { fill, sizes } from '../demo/fill.ts';
import { linkForUser } from '../features/accounts/invitations/links.ts';
import { openStorage } from '../features/files/storage.ts';
import { publicUrlOf } from '../platform/config.ts';
import { print, table, withDatabase } from './command.ts';
import { manageAt, teamNamed } from './operation-command.ts';

export function demo(pauta: Command): void {
  pauta
    .command('demo')
    .requiredOption('--team <slug>')
    .addOption(
      new Option(
        '--size <size>',
        'small: for a first look; large: enough for paging and benchmarks',
      )
        .choices(Object.keys(sizes))
        .default('small'),
    )
    .description('fill a team with realistic data; each run adds more')
    .action(async (options: { team: string; size: keyof typeof sizes }, command: Command) => {
      const { created, owner, config } = await withDatabase(async (place) => {
        const { config, database, target } = place;
        const { id: team } = await teamNamed(place, options.team);
        const settings = {
          secrets: target.secrets,
          jidSuffix: config.MSGAPP_JID_SUFFIX,
          storage: openStorage(config),
        };
        const { created, owner } = await fill(database, settings, team, options.size);
        const link =
          owner === null
            ? undefined
            : await manageAt(place, linkForUser, { email: owner, team: options.team });
        return { created, owner: link && { email: owner, link: link.link }, config };
      });
      const address = `${publicUrlOf(config) ?? 'http://127.0.0.1:3000'}/api`;
      print(command, { team: options.team, created, ...(owner && { owner }) }, [
        ...table(['CREATED', ''], Object.entries(created)),
        'One task in sixty is in the trash.',
        '',
        ...(owner
          ? [
              `Look around in the panel as ${owner.email}: this link sets the password (once, within an hour).`,
              owner.link,
              '',
            ]
          : []),
        `Try it (pauta key create --team ${options.team} creates a key):`,
        `curl '${address}/v1/clients?search=joao' -H 'Authorization: Bearer API_KEY'`,
      ]);
    });
}
