import { type Command, Option } from 'commander';
import { createApiKey, listKeys, revokeKey } from '../features/accounts/api-keys/operations.ts';
import { parseDuration } from '../platform/config.ts';
import { CommandError, print, readId, readWhole, table, UsageError } from './command.ts';
import { commandOf, onRecord, onTeam } from './operation-command.ts';

interface NewKey {
  readonly team: string;
  readonly name: string;
  readonly scope: string;
  readonly expires?: string;
  readonly allow?: string;
  readonly rate?: string;
  readonly user?: string;
}

const labels = {
  expires_at: '--expires',
  allow_from: '--allow',
  per_minute: '--rate',
  user_id: '--user',
};

/** Converts a duration such as `30d` to a point in time. @throws UsageError */
function expiryOf(text: string): string {
  const validFor = parseDuration(text);
  if (validFor === undefined)
    throw new UsageError('--expires must be a number followed by s, m, h or d, such as 30d.');
  return new Date(Date.now() + validFor).toISOString();
}

export function key(pauta: Command): void {
  commandOf(pauta, createApiKey)
    .requiredOption('--team <slug>')
    .option('--name <name>', 'name of the key', 'API key')
    .addOption(
      new Option('--scope <scope>', 'permissions of the key')
        .choices(['full', 'read'])
        .default('full'),
    )
    .option('--expires <time>', 'validity: 30d, 12h, 90m, 30s')
    .option('--allow <ranges>', 'address ranges that may use it: 203.0.113.0/24,2001:db8::/32')
    .option('--rate <number>', 'requests per minute, in addition to the limit per address')
    .option('--user <id>', 'the user it acts for: created_by of the records it creates')
    .action(async ({ team, name, scope, ...options }: NewKey, command: Command) => {
      const { expires, allow, rate, user } = options;
      const body = {
        name,
        scope,
        expires_at: expires === undefined ? undefined : expiryOf(expires),
        allow_from: allow?.split(','),
        per_minute: rate === undefined ? undefined : readWhole(rate),
        user_id: user,
      };
      const { id, api_key } = await onTeam(team, createApiKey, { body }, { labels });
      const created = { id, api_key };
      print(command, created, [
        `Created key ${created.id}`,
        `API key (shown only once): ${created.api_key}`,
      ]);
    });

  commandOf(pauta, listKeys)
    .requiredOption('--team <slug>')
    .action(async ({ team }: { team: string }, command: Command) => {
      const { keys } = await onTeam(team, listKeys, {});
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

  commandOf(pauta, revokeKey)
    .argument('<id>')
    .action(async (text: string, _options: object, command: Command) => {
      const id = readId(text, 'ID');
      const absent = () => new CommandError(`There is no key ${id}.`);
      const row = await onRecord('api_keys', id, revokeKey, {}, absent);
      print(command, row ?? {}, `Revoked key ${id}.`);
    });
}
