import type { Command } from 'commander';
import { keysIn } from '../features/accounts/key-lookup.ts';
import { namesIn } from '../mcp/tools.ts';
import type { Context } from '../operations/context.ts';
import { ApiError, unauthorized } from '../platform/errors.ts';
import { CommandError, UsageError, withDatabase } from './command.ts';
import { settingsOf } from './operation-command.ts';

interface Words {
  readonly key?: string;
  readonly tools?: string;
  readonly readonly?: boolean;
}

/** Client address of local calls: any user who can reach the database may make them. */
const localAddress = '127.0.0.1';

export function mcp(pauta: Command): void {
  pauta
    .command('mcp')
    .description('serve an agent over standard input and output (Model Context Protocol)')
    .option('--key <key>', 'API key; PAUTA_API_KEY is safer')
    .option('--tools <names>', 'only these tools, separated by commas')
    .option('--readonly', 'only tools that read')
    .action(serveAgent);
}

async function serveAgent({ key = process.env.PAUTA_API_KEY, tools, readonly }: Words) {
  if (!key) throw new UsageError('An API key is required: set PAUTA_API_KEY, or give --key.');
  const choice = { names: namesIn(tools), readsOnly: readonly === true };
  await withDatabase(async (place) => {
    const keys = keysIn(place.database.platform);
    const settings = settingsOf(place);
    const context = async (): Promise<Context> => {
      const caller = await keys.find(`Bearer ${key}`, localAddress);
      if (!caller) throw unauthorized();
      const { keyId, scope, userId, member, hiddenInboxes, team } = caller;
      return {
        actor: { kind: 'key', keyId, scope, userId, member },
        team,
        db: place.database.team(team.id, hiddenInboxes),
        settings,
      };
    };
    await context().catch((error: unknown) => {
      throw error instanceof ApiError && error.code === 'UNAUTHORIZED'
        ? new CommandError('No team has this API key, or it has expired or was revoked.')
        : error;
    });
    const { answerStdio } = await import('../mcp/protocol.ts');
    await answerStdio({
      context,
      choice,
      failed: (error) => process.stderr.write(`pauta: ${String(error)}\n`),
    });
    await keys.recordUse();
  });
}
