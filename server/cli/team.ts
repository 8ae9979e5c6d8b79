import type { Command } from 'commander';
import { createTeamWithKey, listTeams, setTeam } from '../features/accounts/operations.ts';
import { print, readBoolean, readWhole, table, UsageError } from './command.ts';
import { commandOf, onInstallation, onTeamItself } from './operation-command.ts';

interface Settings {
  readonly strictTaxIds?: string;
  readonly dealPhases?: string;
  readonly auditDays?: number;
}

/** Parses `lead,proposta,ganho` into phases, in order. An empty text lists none. */
const phasesOf = (text: string): string[] => (text.trim() === '' ? [] : text.split(','));

export function team(pauta: Command): void {
  commandOf(pauta, createTeamWithKey)
    .argument('<name>')
    .option('--slug <slug>', 'name in URLs; default: derived from the name')
    .action(async (name: string, { slug }: { slug?: string }, command: Command) => {
      const labels = { name: 'NAME' };
      const created = await onInstallation(createTeamWithKey, { name, slug }, labels);
      print(command, created, [
        `Created team ${created.team.name} (${created.team.slug}), ID ${created.team.id}`,
        `API key (shown only once): ${created.api_key}`,
      ]);
    });

  commandOf(pauta, listTeams).action(async (_options, command: Command) => {
    const { teams } = await onInstallation(listTeams, {});
    const rows = teams.map((row) => [row.slug, row.name, row.id, row.created_at]);
    print(command, { teams }, table(['SLUG', 'NAME', 'ID', 'CREATED'], rows));
  });

  commandOf(pauta, setTeam)
    .argument('<slug>')
    .option('--strict-tax-ids <true|false>', 'verify the check digits of CPF and CNPJ')
    .option('--deal-phases <phases>', 'the phases of deals, in order, separated by commas')
    .option('--audit-days <number>', 'retention of the audit log in days: 90 to 2192', readWhole)
    .action(async (slug: string, settings: Settings, command: Command) => {
      const { strictTaxIds, dealPhases, auditDays } = settings;
      if (strictTaxIds === undefined && dealPhases === undefined && auditDays === undefined)
        throw new UsageError(
          'Nothing to set: give --strict-tax-ids, --deal-phases or --audit-days.',
        );
      const input = {
        strict_tax_ids:
          strictTaxIds === undefined ? null : readBoolean(strictTaxIds, '--strict-tax-ids'),
        deal_phases: dealPhases === undefined ? null : phasesOf(dealPhases),
        audit_days: auditDays ?? null,
      };
      const { team } = await onTeamItself(slug, setTeam, input);
      print(command, { team }, [
        `strict tax ids  ${team.strict_tax_ids}`,
        `deal phases     ${(team.deal_phases as string[]).join(', ') || 'any'}`,
        `audit days      ${team.audit_days}`,
      ]);
    });
}
