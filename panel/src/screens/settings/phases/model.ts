import { phaseMeanings } from '#panel/api/enumerations.ts';
import type { TeamSettings } from '#panel/api/types.ts';

export const meanings = phaseMeanings;
export type Meaning = (typeof meanings)[number];

type Phases = Pick<TeamSettings, 'deal_phases' | 'won_phases' | 'lost_phases'>;

export function meaningOf({ won_phases, lost_phases }: Phases, phase: string): Meaning {
  if (won_phases.includes(phase)) return 'won';
  return lost_phases.includes(phase) ? 'lost' : 'open';
}

/** Changes the meaning of a phase. */
export function withMeaning(
  { won_phases, lost_phases }: Phases,
  phase: string,
  meaning: Meaning,
): Pick<Phases, 'won_phases' | 'lost_phases'> {
  const others = (phases: readonly string[]) => phases.filter((each) => each !== phase);
  return {
    won_phases: [...others(won_phases), ...(meaning === 'won' ? [phase] : [])],
    lost_phases: [...others(lost_phases), ...(meaning === 'lost' ? [phase] : [])],
  };
}

type Rule = TeamSettings['phase_rules'][number];
type Rules = Pick<TeamSettings, 'phase_rules'>;

/** Rule of a phase; an empty rule if the team has none. */
export const ruleOf = ({ phase_rules }: Rules, phase: string): Rule =>
  phase_rules.find((rule) => rule.phase === phase) ?? {
    phase,
    limit_days: null,
    probability: null,
  };

/** Replaces the rule of a phase. */
export const withRule = ({ phase_rules }: Rules, rule: Rule): Rules => ({
  phase_rules: [...phase_rules.filter(({ phase }) => phase !== rule.phase), rule],
});

/** Removes a phase. */
export const withoutPhase = (
  { deal_phases }: Phases,
  phase: string,
): Pick<Phases, 'deal_phases'> => ({
  deal_phases: deal_phases.filter((each) => each !== phase),
});
