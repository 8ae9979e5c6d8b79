import {
  type Encoding,
  encoderOf,
  encodingOf,
  type Feature,
  fewestOfCategory,
  isFrequent,
  mostCells,
  type Situation,
} from './features.ts';
import type { ClosedDeal } from './landmarks.ts';
import { buildRows, type Fit, fitRegression, type Rows, sigmoid } from './logistic-regression.ts';

/*
 * Win probability of a team’s deals in three honest states (ADR 244): none, the share of deals that were won after they reached a phase, and a
 * model that has to prove itself against the plain win rate.
 */

/** A moment of a closed deal. */
export interface Observation extends Situation {
  /** Number of the deal, from 0. */
  readonly deal: number;
  readonly is_won: boolean;
}

export const states = ['too_few', 'phase_share', 'model'] as const;
type State = (typeof states)[number];

/** Below this number of closed deals, nothing is said. */
export const fewestClosed = 20;
/** Won deals and lost deals, each, from which a model is tried. */
export const fewestOfEach = 30;

/** Deals that reached a phase and are closed, and those of them that were won. */
export interface PhaseShare {
  readonly phase: string;
  readonly reached: number;
  readonly won: number;
}

/** Tenth of the predictions, by size, and its outcomes. */
interface ReliabilityBin {
  readonly predicted: number;
  readonly observed: number;
  readonly count: number;
}

/** Quality of a model by cross-validation. */
export interface Quality {
  /** Mean squared error of its predictions, and of the base rate. */
  readonly brier: number;
  readonly base_brier: number;
  /** Standard error of the difference; deals are independent, moments of one are not. */
  readonly standard_error: number;
  /** Mean distance between predicted and observed share. */
  readonly calibration: number;
  readonly bins: readonly ReliabilityBin[];
}

interface Regression {
  readonly encoding: Encoding;
  readonly coefficients: readonly number[];
  /** Mean of each column: a column’s reason is its distance from it. */
  readonly means: readonly number[];
  readonly ridge: number;
}

/** All that is stored of a team’s model. */
export interface WinModel {
  readonly state: State;
  /** All closed deals. */
  readonly closed: number;
  /** Deals of complete cohorts, from which it learned, and their moments. */
  readonly deals: number;
  readonly won: number;
  readonly lost: number;
  readonly moments: number;
  readonly shares: readonly PhaseShare[];
  /** Set if a model was tried. */
  readonly quality: Quality | null;
  /** Set in the state `model`. */
  readonly regression: Regression | null;
}

/** Something that makes a deal more or less likely to be won than the team’s others. */
export interface Reason {
  readonly feature: Feature;
  /** Difference of the log odds. */
  readonly effect: number;
  /** The value, as in {@link Situation}; null if unset. */
  readonly value: string | number | boolean | null;
  /** The team’s usual value, if it has one. */
  readonly usual: number | null;
}

export interface Score {
  readonly state: State;
  /** In percent, an integer; null in the state `too_few`. */
  readonly probability: number | null;
  /** In the state `too_few`: closed deals that are missing, of the team or in the deal’s phase. */
  readonly missing: number | null;
  readonly missing_in_phase: boolean;
  /** In the state `phase_share`. */
  readonly share: PhaseShare | null;
  /** In the state `model`: at most three in each direction, the strongest first. */
  readonly reasons: readonly Reason[];
}

function sharesOf(deals: readonly ClosedDeal[]): PhaseShare[] {
  const shares = new Map<string, { reached: number; won: number }>();
  for (const { stays, is_won } of deals)
    for (const phase of new Set(stays.map((stay) => stay.phase))) {
      const share = shares.get(phase) ?? { reached: 0, won: 0 };
      share.reached += 1;
      if (is_won) share.won += 1;
      shares.set(phase, share);
    }
  return [...shares].map(([phase, share]) => ({ phase, ...share }));
}

/** Groups predictions by size into ten bins of about equal counts. @param outcomes 1 for a won deal */
export function binsOf(predictions: Float64Array, outcomes: Float64Array): ReliabilityBin[] {
  const order = Uint32Array.from(predictions, (_, row) => row).sort(
    (a, b) => (predictions[a] ?? 0) - (predictions[b] ?? 0),
  );
  const count = Math.min(10, Math.max(1, Math.floor(order.length / 20)));
  return Array.from({ length: count }, (_, i) => {
    const bin = order.subarray(
      Math.floor((i * order.length) / count),
      Math.floor(((i + 1) * order.length) / count),
    );
    const mean = (of: Float64Array) =>
      bin.reduce((sum, row) => sum + (of[row] ?? 0), 0) / Math.max(1, bin.length);
    return { predicted: mean(predictions), observed: mean(outcomes), count: bin.length };
  });
}

export const calibrationOf = (bins: readonly ReliabilityBin[]): number => {
  const count = bins.reduce((sum, bin) => sum + bin.count, 0);
  const errors = bins.reduce(
    (sum, bin) => sum + bin.count * Math.abs(bin.predicted - bin.observed),
    0,
  );
  return errors / Math.max(1, count);
};

/** Compares cross-validated predictions with the base rate. */
export function qualityOf(
  { outcomes, groups, count }: Pick<Rows, 'outcomes' | 'groups' | 'count'>,
  { predictions, baseRates }: Pick<Fit, 'predictions' | 'baseRates'>,
): Quality {
  let brier = 0;
  let base = 0;
  const gains = new Map<number, { sum: number; count: number }>();
  for (let row = 0; row < count; row += 1) {
    const outcome = outcomes[row] ?? 0;
    const error = ((predictions[row] ?? 0) - outcome) ** 2;
    const baseError = ((baseRates[row] ?? 0) - outcome) ** 2;
    brier += error;
    base += baseError;
    const group = groups[row] ?? 0;
    const gain = gains.get(group);
    if (gain) {
      gain.sum += baseError - error;
      gain.count += 1;
    } else gains.set(group, { sum: baseError - error, count: 1 });
  }
  const size = Math.max(1, count);
  const mean = (base - brier) / size;
  let spread = 0;
  for (const gain of gains.values()) spread += (gain.sum - gain.count * mean) ** 2;
  const bins = binsOf(predictions, outcomes);
  return {
    brier: brier / size,
    base_brier: base / size,
    standard_error: Math.sqrt(spread) / size,
    calibration: calibrationOf(bins),
    bins,
  };
}

/** True if the model beats the base rate by more than a standard error. */
export const isProven = ({ brier, base_brier, standard_error }: Quality): boolean =>
  base_brier - brier > standard_error;

/** Fits a team’s model. */
export function trainModel(
  closed: readonly ClosedDeal[],
  complete: readonly ClosedDeal[],
  observations: readonly Observation[],
  medianDays: Readonly<Record<string, number>>,
  usesResponsible: boolean,
): WinModel {
  const learned = new Map(observations.map(({ deal, is_won }) => [deal, is_won]));
  const won = [...learned.values()].filter((isWon) => isWon).length;
  const lost = learned.size - won;
  const shares = sharesOf(complete.length >= fewestClosed ? complete : closed);
  const plain = {
    closed: closed.length,
    deals: learned.size,
    won,
    lost,
    moments: observations.length,
    shares,
  };
  if (closed.length < fewestClosed)
    return { ...plain, state: 'too_few', quality: null, regression: null };
  if (won < fewestOfEach || lost < fewestOfEach)
    return { ...plain, state: 'phase_share', quality: null, regression: null };
  const encoding = encodingOf(observations, medianDays, usesResponsible);
  const { encode, width } = encoderOf(encoding);
  const builder = buildRows(width, observations.length, mostCells);
  for (const observation of observations) {
    encode(observation, builder.add);
    builder.end(observation.is_won, observation.deal);
  }
  const rows = builder.rows();
  const fitted = fitRegression(rows);
  const quality = qualityOf(rows, fitted);
  if (!isProven(quality)) return { ...plain, state: 'phase_share', quality, regression: null };
  const means = new Array<number>(width).fill(0);
  for (let cell = 0; cell < (rows.starts[rows.count] ?? 0); cell += 1) {
    const column = rows.columns[cell] ?? 0;
    means[column] = (means[column] ?? 0) + (rows.values[cell] ?? 0) / rows.count;
  }
  const { coefficients, ridge } = fitted;
  return {
    ...plain,
    state: 'model',
    quality,
    regression: { encoding, coefficients, means, ridge },
  };
}

/** Max reasons in each direction. */
const maxReasons = 3;
/** Difference of the log odds below which nothing is worth a sentence: about two points in a hundred. */
const leastEffect = 0.1;

const percent = (share: number) => Math.round(share * 100);

function columnFeatures(encoding: Encoding): Feature[] {
  const { phases, sources, responsibles } = encoding;
  const times = (count: number, feature: Feature) => new Array<Feature>(count).fill(feature);
  return [
    ...times(phases.length + 1, 'phase'),
    'days',
    ...times(2, 'value'),
    ...times(sources.length + 1, 'source'),
    ...(responsibles ? times(responsibles.length + 1, 'responsible') : []),
    'client',
    ...times(2, 'next_step'),
    ...times(2, 'contact'),
    'slips',
  ];
}

function describe(
  feature: Feature,
  situation: Situation,
  encoding: Encoding,
): Pick<Reason, 'value' | 'usual'> | undefined {
  const { phases, sources, responsibles, median_days, median_value } = encoding;
  switch (feature) {
    case 'phase':
      return isFrequent(phases, situation.phase)
        ? { value: situation.phase, usual: null }
        : undefined;
    case 'days':
      return { value: Math.floor(situation.days), usual: median_days[situation.phase] ?? null };
    case 'value':
      return { value: situation.value, usual: median_value };
    // The effect of rare categories is that of all of them together, and says nothing about this one.
    case 'source':
      return isFrequent(sources, situation.source)
        ? { value: situation.source, usual: null }
        : undefined;
    case 'responsible':
      return isFrequent(responsibles ?? [], situation.responsible_id)
        ? { value: situation.responsible_id, usual: null }
        : undefined;
    case 'client':
      return { value: situation.is_returning, usual: null };
    case 'next_step':
      return { value: situation.next_step, usual: null };
    case 'contact':
      return {
        value: situation.contact_days === null ? null : Math.floor(situation.contact_days),
        usual: null,
      };
    case 'slips':
      return { value: situation.slips, usual: null };
  }
}

function reasonsOf({ encoding, coefficients, means }: Regression, situation: Situation): Reason[] {
  const effects = new Map<Feature, number>();
  const add = (feature: Feature, effect: number) =>
    effects.set(feature, (effects.get(feature) ?? 0) + effect);
  for (const [i, feature] of columnFeatures(encoding).entries())
    add(feature, -(coefficients[i + 1] ?? 0) * (means[i + 1] ?? 0));
  encoderOf(encoding).encode(situation, (column, value, feature) =>
    add(feature, (coefficients[column] ?? 0) * value),
  );
  const strongest = [...effects]
    .filter(([, effect]) => Math.abs(effect) >= leastEffect)
    .toSorted(([, a], [, b]) => Math.abs(b) - Math.abs(a))
    .flatMap(([feature, effect]) => {
      const description = describe(feature, situation, encoding);
      return description
        ? [{ feature, effect: Math.round(effect * 1_000) / 1_000, ...description }]
        : [];
    });
  return [
    ...strongest.filter(({ effect }) => effect > 0).slice(0, maxReasons),
    ...strongest.filter(({ effect }) => effect < 0).slice(0, maxReasons),
  ];
}

/** Probability that a regression predicts, from 0 to 1. */
export function predict({ encoding, coefficients }: Regression, situation: Situation): number {
  let logit = coefficients[0] ?? 0;
  encoderOf(encoding).encode(situation, (column, value) => {
    logit += (coefficients[column] ?? 0) * value;
  });
  return sigmoid(logit);
}

/** Scores an open deal. */
export function score(model: WinModel, situation: Situation): Score {
  const empty = {
    probability: null,
    missing: null,
    missing_in_phase: false,
    share: null,
    reasons: [],
  };
  if (model.state === 'too_few')
    return { ...empty, state: 'too_few', missing: fewestClosed - model.closed };
  if (model.state === 'model' && model.regression) {
    // Nothing is certain: a deal in an open phase is neither won nor lost.
    const probability = Math.min(99, Math.max(1, percent(predict(model.regression, situation))));
    return {
      ...empty,
      state: 'model',
      probability,
      reasons: reasonsOf(model.regression, situation),
    };
  }
  const share = model.shares.find(({ phase }) => phase === situation.phase);
  const reached = share?.reached ?? 0;
  if (!share || reached < fewestOfCategory)
    return {
      ...empty,
      state: 'too_few',
      missing: fewestOfCategory - reached,
      missing_in_phase: true,
    };
  return { ...empty, state: 'phase_share', probability: percent(share.won / reached), share };
}
