import { type Command, Option } from 'commander';
import ipaddr from 'ipaddr.js';
import { platformStatement } from '../db/statement.ts';
import { createKey } from '../features/accounts/teams.ts';
import { parseCidrs, parseDuration } from '../platform/config.ts';
import {
  CommandError,
  print,
  readId,
  readName,
  table,
  teamId,
  UsageError,
  withDatabase,
} from './command.ts';

const list = platformStatement(`
  select id, name, scope, user_id, allow_from as allow, per_minute as rate, created_at, last_used_at, expires_at, revoked_at
  from api_keys where team_id = $team order by created_at, id`);

const revoke = platformStatement(`
  update api_keys set revoked_at = coalesce(revoked_at, clock.now) from (select now()) clock (now)
  where id = $id returning id, revoked_at`);

const findUser = platformStatement('select id from users where team_id = $team and id = $id');

/** Ranges as they are stored: at their first address, IPv4 as such also where it was written inside IPv6. @throws UsageError */
function readRanges(text: string): string[] {
  const ranges = parseCidrs(text);
  if (!ranges)
    throw new UsageError(
      '--allow must be address ranges separated by commas, such as 203.0.113.0/24,2001:db8::/32; for one address, 203.0.113.7/32.',
    );
  return ranges.map(([address, bits]) => {
    const isMapped = address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= 96;
    const [start, length] = isMapped ? [address.toIPv4Address(), bits - 96] : [address, bits];
    const first = (start instanceof ipaddr.IPv4 ? ipaddr.IPv4 : ipaddr.IPv6).networkAddressFromCIDR(
      `${start}/${length}`,
    );
    return `${first}/${length}`;
  });
}

const mostPerMinute = 1_000_000_000;

/** @throws UsageError */
function readRate(text: string): number {
  const rate = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  if (rate < 1 || rate > mostPerMinute)
    throw new UsageError(`--rate must be a whole number from 1 to ${mostPerMinute}.`);
  return rate;
}

export function key(pauta: Command): void {
  const group = pauta.command('key').description('API keys');

  group
    .command('create')
    .requiredOption('--team <slug>')
    .option('--name <name>', 'what the key is for', 'API key')
    .addOption(
      new Option('--scope <scope>', 'what it allows').choices(['full', 'read']).default('full'),
    )
    .option('--expires <time>', 'how long it is valid: 30d, 12h, 90m, 30s')
    .option('--allow <ranges>', 'the addresses it may be used from: 203.0.113.0/24,2001:db8::/32')
    .option('--rate <number>', 'requests a minute, in addition to the limit per address')
    .option('--user <id>', 'the user it acts for: created_by of what it creates')
    .description('create an API key; it is shown only once')
    .action(
      async (
        options: {
          team: string;
          name: string;
          scope: 'full' | 'read';
          expires?: string;
          allow?: string;
          rate?: string;
          user?: string;
        },
        command: Command,
      ) => {
        const validFor = options.expires === undefined ? undefined : parseDuration(options.expires);
        if (options.expires !== undefined && validFor === undefined) {
          throw new UsageError('--expires must be a number followed by s, m, h or d, such as 30d.');
        }
        const userId = options.user === undefined ? null : readId(options.user, '--user');
        const allowFrom = options.allow === undefined ? undefined : readRanges(options.allow);
        const perMinute = options.rate === undefined ? undefined : readRate(options.rate);
        const made = await withDatabase(({ platform }) =>
          platform.transaction(async (tx) => {
            const team = await teamId(tx, options.team);
            if (userId !== null && (await tx.run(findUser, { team, id: userId })).length === 0) {
              throw new CommandError(`The team has no user ${userId}.`);
            }
            return createKey(tx, team, {
              name: readName(options.name, '--name'),
              scope: options.scope,
              userId,
              expiresAt: validFor === undefined ? null : new Date(Date.now() + validFor),
              allowFrom,
              perMinute,
            });
          }),
        );
        print(command, made, [
          `Created key ${made.id}`,
          `API key (shown only once): ${made.api_key}`,
        ]);
      },
    );

  group
    .command('list')
    .requiredOption('--team <slug>')
    .description("list a team's keys, without their secrets")
    .action(async (options: { team: string }, command: Command) => {
      const keys = await withDatabase(async ({ platform }) =>
        platform.run(list, { team: await teamId(platform, options.team) }),
      );
      const rows = keys.map((row) => [
        row.id,
        row.name,
        row.scope,
        (row.allow as string[] | null)?.join(','),
        row.rate,
        row.last_used_at,
        row.expires_at,
        row.revoked_at,
      ]);
      print(
        command,
        { keys },
        table(['ID', 'NAME', 'SCOPE', 'ALLOW', 'RATE', 'LAST USED', 'EXPIRES', 'REVOKED'], rows),
      );
    });

  group
    .command('revoke')
    .argument('<id>')
    .description('revoke a key, on every node within a second')
    .action(async (id: string, _options: object, command: Command) => {
      const wanted = readId(id, 'ID');
      const [row] = await withDatabase(({ platform }) => platform.run(revoke, { id: wanted }));
      if (!row) throw new CommandError(`There is no key ${wanted}.`);
      print(command, row, `Revoked key ${wanted}.`);
    });
}
