import type { TeamDb } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import { recordAudit } from '#server/events/audit.ts';
import { conflict, invalid, notFound } from '#server/platform/errors.ts';
import { outdateReplyTimes } from '#server/records/reply-times.ts';
import { type PhaseRule, rulesOfListedPhases } from './phase-rules.ts';
import { awaitWriters, lockTeamSettings, moveDeals, rankDeals, type Within } from './phases.ts';

/*
 * Settings of a team, changed by its admins or the operator.
 */

interface TeamSettings {
  readonly name: string;
  readonly slug: string;
  readonly strict_tax_ids: boolean;
  readonly requires_second_factor: boolean;
  readonly second_factor_from: string | null;
  readonly allows_agents: boolean;
  readonly deal_phases: readonly string[];
  readonly won_phases: readonly string[];
  readonly lost_phases: readonly string[];
  readonly phase_rules: readonly PhaseRule[];
  readonly time_zone: string;
  readonly audit_days: number;
  readonly privacy_days: number;
  readonly created_at: string;
}

export type SettingsChange = Partial<Omit<TeamSettings, 'slug' | 'created_at'>>;

const store = teamStatement(`
  update teams set name = $name, strict_tax_ids = $strict_tax_ids,
    requires_second_factor = $requires_second_factor, second_factor_from = $second_factor_from::date, allows_agents = $allows_agents,
    deal_phases = $deal_phases, won_phases = $won_phases, lost_phases = $lost_phases, phase_rules = $phase_rules::json, time_zone = $time_zone, audit_days = $audit_days,
    privacy_days = $privacy_days
  where id = $team`);

const stored = (settings: TeamSettings) => ({
  ...settings,
  phase_rules: JSON.stringify(settings.phase_rules),
});

const quotedList = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ');

/**
 * Applies a change. A phase that is no longer listed loses its meaning and its rule.
 * @throws ApiError VALIDATION_ERROR if a won or lost phase is not listed, or a phase is both
 */
function applyChange(before: TeamSettings, change: SettingsChange): TeamSettings {
  const after = { ...before, ...change };
  const isListed = (phase: string) => after.deal_phases.includes(phase);
  const named = {
    won_phases: change.won_phases,
    lost_phases: change.lost_phases,
    phase_rules: change.phase_rules?.map(({ phase }) => phase),
  };
  for (const [name, phases = []] of Object.entries(named)) {
    const unlisted = phases.filter((phase) => !isListed(phase));
    if (unlisted.length > 0)
      throw invalid(
        `${name} must be among deal_phases; ${quotedList(unlisted)} is not.`,
        name,
        'not_allowed',
        { reason: 'unlisted_phase' },
      );
  }
  const won = after.won_phases.filter(isListed);
  const lost = after.lost_phases.filter(isListed);
  const both = won.filter((phase) => lost.includes(phase));
  if (both.length > 0)
    throw invalid(
      `lost_phases must not contain a phase of won_phases: ${quotedList(both)}.`,
      'lost_phases',
      'conflicting',
      { reason: 'won_and_lost' },
    );
  return {
    ...after,
    second_factor_from: after.requires_second_factor ? after.second_factor_from : null,
    won_phases: won,
    lost_phases: lost,
    phase_rules: rulesOfListedPhases(after.phase_rules, after.deal_phases),
  };
}

const isSame = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((each, i) => each === b[i]);

/**
 * Changes settings, and re-ranks the deals if the list of phases changes.
 * @param within runs work in a separate transaction
 * @throws ApiError NOT_FOUND if the team does not exist
 */
export async function changeSettings(
  within: Within,
  change: SettingsChange,
): Promise<TeamSettings> {
  const { before, after } = await within(async (tx) => {
    const [row] = await tx.run(lockTeamSettings);
    if (!row) throw notFound('team');
    const before = row as unknown as TeamSettings;
    const after = applyChange(before, change);
    await tx.run(store, stored(after));
    const names = Object.keys(change) as (keyof SettingsChange)[];
    const only = (settings: TeamSettings) =>
      Object.fromEntries(names.map((name) => [name, settings[name]]));
    await recordAudit(tx, {
      type: 'teams',
      id: tx.id,
      before: only(before),
      after: only(after),
    });
    if (!isSame(before.deal_phases, after.deal_phases)) await rankDeals(tx, after.deal_phases);
    if (before.time_zone !== after.time_zone) await tx.run(outdateReplyTimes, { inbox: null });
    return { before, after };
  });
  if (!isSame(before.deal_phases, after.deal_phases))
    await repeatForLateWriters(within, (tx, { deal_phases }) => rankDeals(tx, deal_phases));
  return after;
}

type Tx = Parameters<Parameters<Within>[0]>[0];

/** Repeats the work for deals written concurrently. */
async function repeatForLateWriters(
  within: Within,
  work: (tx: Tx, now: TeamSettings) => Promise<void>,
): Promise<void> {
  await within(awaitWriters);
  await within(async (tx) => {
    const [row] = await tx.run(lockTeamSettings);
    if (row) await work(tx, row as unknown as TeamSettings);
  });
}

const renameTriggers = teamStatement(`
  update workflows set from_phase = case when from_phase = $from then $to else from_phase end,
    to_phase = case when to_phase = $from then $to else to_phase end
  where team_id = $team and (from_phase = $from or to_phase = $from)`);

/** Renaming is not a move, so the recorded moves are renamed as well. */
const renameMoves = teamStatement(`
  update moves set was = case when was = $from then $to else was end,
    became = case when became = $from then $to else became end
  where team_id = $team and resource = 'deals' and field = 'phase' and (was = $from or became = $from)`);

const snapshotMonths = teamStatement(
  'select month::text from deal_snapshots where team_id = $team order by month',
);
const renameInSnapshot = teamStatement(`
  update deal_snapshot_entries set phase = $to where team_id = $team and month = $month::date and phase = $from`);

/** Renames the phase in the monthly snapshots of deals, one statement for each to keep statements short. */
async function renameInSnapshots(tx: TeamDb, from: string, to: string): Promise<void> {
  for (const { month } of await tx.run(snapshotMonths))
    await tx.run(renameInSnapshot, { month, from, to });
}

/**
 * Renames a phase: in the list, its meaning, its rule, all its deals, and the workflow triggers that name it.
 * @param within runs work in a separate transaction
 * @throws ApiError VALIDATION_ERROR for an unlisted phase, CONFLICT if another phase has the name
 */
export async function renamePhase(within: Within, from: string, to: string): Promise<TeamSettings> {
  const after = await within(async (tx) => {
    const [row] = await tx.run(lockTeamSettings);
    if (!row) throw notFound('team');
    const before = row as unknown as TeamSettings;
    if (!before.deal_phases.includes(from))
      throw invalid('from must be one of deal_phases.', 'from', 'not_allowed');
    if (from === to) return before;
    if (before.deal_phases.includes(to))
      throw conflict(
        `The team already has a phase ${to}. To merge the two, move the deals.`,
        'taken',
        'to',
      );
    const renamed = (names: readonly string[]) => names.map((name) => (name === from ? to : name));
    const after: TeamSettings = {
      ...before,
      deal_phases: renamed(before.deal_phases),
      won_phases: renamed(before.won_phases),
      lost_phases: renamed(before.lost_phases),
      phase_rules: before.phase_rules.map((rule) =>
        rule.phase === from ? { ...rule, phase: to } : rule,
      ),
    };
    await tx.run(store, stored(after));
    await recordAudit(tx, {
      type: 'teams',
      id: tx.id,
      before: { phase: from },
      after: { phase: to },
    });
    await tx.run(renameTriggers, { from, to });
    await tx.run(renameMoves, { from, to });
    await renameInSnapshots(tx, from, to);
    await moveDeals(tx, from, to, after.deal_phases);
    // Deals that had the new name before it was listed.
    await rankDeals(tx, after.deal_phases);
    return after;
  });
  if (from !== to)
    await repeatForLateWriters(within, async (tx, { deal_phases }) => {
      // Otherwise the old name was given to a phase again.
      if (!deal_phases.includes(from) && deal_phases.includes(to))
        await moveDeals(tx, from, to, deal_phases);
      await rankDeals(tx, deal_phases);
    });
  return after;
}
