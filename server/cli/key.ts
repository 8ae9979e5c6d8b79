import { type Command, Option } from 'commander';
import { parseDuration } from '../config.ts';
import { platformStatement } from '../db/statement.ts';
import { createKey } from '../teams.ts';
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
  select id, name, scope, user_id, created_at, last_used_at, expires_at, revoked_at
  from api_keys where team_id = $team order by created_at, id`);

const revoke = platformStatement(`
  update api_keys set revoked_at = coalesce(revoked_at, clock.now) from (select now()) clock (now)
  where id = $id returning id, revoked_at`);

const findUser = platformStatement('select id from users where team_id = $team and id = $id');

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
    .option('--user <id>', 'the user who makes it: created_by of what the key creates')
    .description('make an API key, shown only now')
    .action(
      async (
        options: {
          team: string;
          name: string;
          scope: 'full' | 'read';
          expires?: string;
          user?: string;
        },
        command: Command,
      ) => {
        const validFor = options.expires === undefined ? undefined : parseDuration(options.expires);
        if (options.expires !== undefined && validFor === undefined) {
          throw new UsageError('--expires must be a number with s, m, h or d, such as 30d.');
        }
        const userId = options.user === undefined ? null : readId(options.user, '--user');
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
            });
          }),
        );
        print(command, made, [
          `Key ${made.id} is valid now.`,
          `API key, shown only now: ${made.api_key}`,
        ]);
      },
    );

  group
    .command('list')
    .requiredOption('--team <slug>')
    .description("a team's keys; never the keys themselves")
    .action(async (options: { team: string }, command: Command) => {
      const keys = await withDatabase(async ({ platform }) =>
        platform.run(list, { team: await teamId(platform, options.team) }),
      );
      const rows = keys.map((row) => [
        row.id,
        row.name,
        row.scope,
        row.last_used_at,
        row.expires_at,
        row.revoked_at,
      ]);
      print(
        command,
        { keys },
        table(['ID', 'NAME', 'SCOPE', 'LAST USED', 'EXPIRES', 'REVOKED'], rows),
      );
    });

  group
    .command('revoke')
    .argument('<id>')
    .description('refuse a key from now on, on every node within a second')
    .action(async (id: string, _options: object, command: Command) => {
      const wanted = readId(id, 'ID');
      const [row] = await withDatabase(({ platform }) => platform.run(revoke, { id: wanted }));
      if (!row) throw new CommandError(`There is no key ${wanted}.`);
      print(command, row, `Key ${wanted} is revoked.`);
    });
}
