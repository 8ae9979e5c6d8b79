import type { Command } from 'commander';
import type { Platform } from '../db/database.ts';
import { platformStatement } from '../db/statement.ts';
import { createKey, createTeam } from '../features/accounts/teams.ts';
import {
  CommandError,
  print,
  readBoolean,
  readName,
  readSlug,
  readText,
  table,
  teamId,
  UsageError,
  withDatabase,
} from './command.ts';

const list = platformStatement(`
  select id, name, slug, strict_tax_ids, deal_phases, created_at from teams order by created_at, id`);

const setStrict = platformStatement('update teams set strict_tax_ids = $strict where id = $team');
const holdDeals = platformStatement('lock table deals in share row exclusive mode');
const setPhases = platformStatement('update teams set deal_phases = $phases where id = $team');
const rankDeals = platformStatement(`
  update deals set phase_rank = coalesce(array_position($phases::text[], phase), 2147483647)
  where team_id = $team and phase_rank <> coalesce(array_position($phases::text[], phase), 2147483647)`);

/** Lists the phases of a team's deals, in their order. @param tx a transaction that soon ends */
export async function setDealPhases(
  tx: Platform,
  team: string,
  phases: readonly string[],
): Promise<void> {
  // Deals written meanwhile wait, so that none keeps a rank of the old list. The whole table, briefly: a lock on the
  // team's row and the locks on its deals would be taken in two orders.
  await tx.run(holdDeals);
  await tx.run(setPhases, { team, phases });
  await tx.run(rankDeals, { team, phases });
}

/** `lead,proposta,ganho` → the phases, in order. An empty text lists none. */
function readPhases(text: string): string[] {
  const phases = readText(text, '--deal-phases')
    .split(',')
    .map((phase) => phase.trim());
  if (text.trim() === '') return [];
  if (
    phases.some((phase) => phase === '' || phase.length > 64) ||
    new Set(phases).size < phases.length
  ) {
    throw new UsageError(
      '--deal-phases must be distinct phases of 1 to 64 characters each, separated by commas.',
    );
  }
  return phases;
}

export function team(pauta: Command): void {
  const group = pauta.command('team').description('teams');

  group
    .command('create')
    .argument('<name>')
    .option('--slug <slug>', 'its name in addresses; derived from the name if left out')
    .description('create a team and its first API key')
    .action(async (name: string, options: { slug?: string }, command: Command) => {
      const slug = options.slug === undefined ? undefined : readSlug(options.slug, '--slug');
      const made = await withDatabase(({ platform }) =>
        platform.transaction(async (tx) => {
          const team = await createTeam(tx, readName(name, 'NAME'), slug);
          const key = await createKey(tx, team.id, {
            name: 'First key',
            scope: 'full',
            userId: null,
            expiresAt: null,
          });
          return { team, api_key: key.api_key };
        }),
      );
      print(command, made, [
        `Created team ${made.team.name} (${made.team.slug}), ID ${made.team.id}`,
        `API key (shown only once): ${made.api_key}`,
      ]);
    });

  group
    .command('list')
    .description('list all teams')
    .action(async (_options, command: Command) => {
      const teams = await withDatabase(({ platform }) => platform.run(list));
      const rows = teams.map((row) => [row.slug, row.name, row.id, row.created_at]);
      print(command, { teams }, table(['SLUG', 'NAME', 'ID', 'CREATED'], rows));
    });

  group
    .command('set')
    .argument('<slug>')
    .option('--strict-tax-ids <true|false>', 'verify the check digits of CPF and CNPJ')
    .option('--deal-phases <phases>', 'the phases of deals, in order, separated by commas')
    .description("change a team's settings")
    .action(
      async (
        slug: string,
        options: { strictTaxIds?: string; dealPhases?: string },
        command: Command,
      ) => {
        if (options.strictTaxIds === undefined && options.dealPhases === undefined) {
          throw new UsageError('Nothing to set: give --strict-tax-ids or --deal-phases.');
        }
        const strict =
          options.strictTaxIds === undefined
            ? undefined
            : readBoolean(options.strictTaxIds, '--strict-tax-ids');
        const phases =
          options.dealPhases === undefined ? undefined : readPhases(options.dealPhases);
        const now = await withDatabase(({ platform }) =>
          platform.transaction(async (tx) => {
            const id = await teamId(tx, slug);
            if (strict !== undefined) await tx.run(setStrict, { team: id, strict });
            if (phases !== undefined) await setDealPhases(tx, id, phases);
            const found = (await tx.run(list)).find((row) => row.id === id);
            if (!found) throw new CommandError(`There is no team with the slug ${slug}.`);
            return found;
          }),
        );
        print(command, { team: now }, [
          `strict tax ids  ${now.strict_tax_ids}`,
          `deal phases     ${(now.deal_phases as string[]).join(', ') || 'any'}`,
        ]);
      },
    );
}
