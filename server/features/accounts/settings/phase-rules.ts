import { Type } from '#server/platform/schema.ts';
import { about, kind } from '#server/records/fields.ts';

/*
 * Rules of a phase: for how many days a deal may stay in it, and how likely such a deal is won.
 */

export interface PhaseRule {
  readonly phase: string;
  readonly limit_days: number | null;
  readonly probability: number | null;
}

const rule = Type.Object(
  {
    phase: about('The phase.', Type.String({ minLength: 1, maxLength: 64 })),
    limit_days: about(
      'Number of days in the phase after which a deal needs attention; null for no limit.',
      Type.Union([Type.Integer({ minimum: 1, maximum: 3_650 }), Type.Null()]),
    ),
    probability: Type.Union([Type.Number({ minimum: 0, maximum: 100 }), Type.Null()]),
  },
  { additionalProperties: false },
);

const most = 1_000;

const trimmed = (each: unknown): unknown =>
  typeof each === 'object' && each !== null && 'phase' in each && typeof each.phase === 'string'
    ? { ...each, phase: each.phase.trim() }
    : each;

const isOneEach = (value: unknown) => {
  const names = (value as readonly PhaseRule[]).map(({ phase }) => phase);
  return new Set(names).size === names.length;
};

/** Rules of a team's phases, at most one each. */
export const phaseRules = kind(
  Type.Array(rule, {
    maxItems: most,
    examples: [[{ phase: 'proposta', limit_days: 14, probability: 50 }]],
  }),
  `a list of at most ${most} objects with phase, limit_days (a whole number from 1 to 3650, or null) and probability (a number from 0 to 100, or null), one for each phase`,
  'json',
  {
    clean: (value) => (Array.isArray(value) ? value.map(trimmed) : value),
    check: isOneEach,
  },
);

/** Rules of listed phases, without empty ones. */
export const rulesOfListedPhases = (
  rules: readonly PhaseRule[],
  listed: readonly string[],
): PhaseRule[] =>
  rules.filter(
    ({ phase, limit_days, probability }) =>
      listed.includes(phase) && (limit_days !== null || probability !== null),
  );
