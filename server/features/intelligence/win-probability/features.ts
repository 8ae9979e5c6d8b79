/*
 * Features of a deal at one moment, as columns of a regression. Everything here is plain data, so that a model can be stored as JSON.
 */

export const nextSteps = ['planned', 'late', 'none'] as const;
export type NextStep = (typeof nextSteps)[number];

/** A deal at one moment, from data that existed then. */
export interface Situation {
  readonly phase: string;
  /** Days in the phase. */
  readonly days: number;
  readonly value: number | null;
  readonly source: string | null;
  readonly responsible_id: string | null;
  /** True if an earlier deal of the client was won. */
  readonly is_returning: boolean;
  readonly next_step: NextStep;
  /** Days since the last message or activity; null if there was none. */
  readonly contact_days: number | null;
  /** Number of times that the expected close date moved back. */
  readonly slips: number;
}

/** Features in the order of their columns. */
export const features = [
  'phase',
  'days',
  'value',
  'source',
  'responsible',
  'client',
  'next_step',
  'contact',
  'slips',
] as const;
export type Feature = (typeof features)[number];

/** Terms of a team: the same values give the same columns. */
export interface Encoding {
  /** Categories with columns; any other value has the column after them. */
  readonly phases: readonly string[];
  readonly sources: readonly string[];
  /** Null if the responsible user is no feature. */
  readonly responsibles: readonly string[] | null;
  /** Median of the deals’ values; null if none has a value. */
  readonly median_value: number | null;
  /** Median days in each phase. */
  readonly median_days: Readonly<Record<string, number>>;
}

/** Categories of fewer deals share a column. */
export const fewestOfCategory = 10;
/** Max categories of a feature, the most frequent ones. */
const maxCategories = 20;

/** Key of an unset category. */
const unset = '';

export function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const high = sorted[middle];
  if (high === undefined) return null;
  return sorted.length % 2 === 1 ? high : ((sorted[middle - 1] ?? high) + high) / 2;
}

/** Categories of at least {@link fewestOfCategory} deals. */
function frequent(
  situations: readonly (Situation & { readonly deal: number })[],
  categoryOf: (situation: Situation) => string,
): string[] {
  const deals = new Map<string, Set<number>>();
  for (const situation of situations) {
    const category = categoryOf(situation);
    const members = deals.get(category);
    if (members) members.add(situation.deal);
    else deals.set(category, new Set([situation.deal]));
  }
  return [...deals]
    .filter(([, { size }]) => size >= fewestOfCategory)
    .toSorted(([a, x], [b, y]) => y.size - x.size || (a < b ? -1 : 1))
    .slice(0, maxCategories)
    .map(([category]) => category);
}

/** Chooses the terms of a team. @param situations with the number of their deal */
export function encodingOf(
  situations: readonly (Situation & { readonly deal: number })[],
  medianDays: Readonly<Record<string, number>>,
  usesResponsible: boolean,
): Encoding {
  const by = (categoryOf: (situation: Situation) => string) => frequent(situations, categoryOf);
  const valueOfDeal = new Map(situations.map(({ deal, value }) => [deal, value]));
  return {
    phases: by(({ phase }) => phase),
    sources: by(({ source }) => source ?? unset),
    responsibles: usesResponsible ? by(({ responsible_id }) => responsible_id ?? unset) : null,
    median_value: median(
      [...valueOfDeal.values()].filter((value) => value !== null && value > 0) as number[],
    ),
    median_days: medianDays,
  };
}

const clamp = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value));

/** Time in the phase against the team’s median: 0 at the beginning, 1 at the median, 2 at three times the median. */
const ageOf = (days: number, usual: number) => clamp(Math.log2(1 + days / usual), 0, 3);

/** Median of phases without one. */
const defaultDays = 7;
/** A shorter median would make every age extreme. */
export const shortestMedian = 1;

/** Number of columns, with the intercept. */
function widthOf({ phases, sources, responsibles }: Encoding): number {
  const categories = (list: readonly string[] | null) => (list === null ? 0 : list.length + 1);
  return (
    1 + categories(phases) + 1 + 2 + categories(sources) + categories(responsibles) + 1 + 2 + 2 + 1
  );
}

/** Max cells of a situation: one of each feature. */
export const mostCells = 9;

/** Encodes situations of a team. */
export interface Encoder {
  readonly width: number;
  /** Calls back for each cell that is not 0, in ascending order of columns. */
  encode(
    situation: Situation,
    add: (column: number, value: number, feature: Feature) => void,
  ): void;
}

/** Columns of a feature: the places of its categories, and the column of all others. */
interface CategoryColumns {
  readonly places: ReadonlyMap<string, number>;
  readonly others: number;
}

export function encoderOf(encoding: Encoding): Encoder {
  const { phases, sources, responsibles, median_days, median_value } = encoding;
  const columnsFrom = (first: number, categories: readonly string[]): CategoryColumns => ({
    places: new Map(categories.map((category, i) => [category, first + i])),
    others: first + categories.length,
  });
  const inPhase = columnsFrom(1, phases);
  const days = inPhase.others + 1;
  const inSource = columnsFrom(days + 3, sources);
  const ofUser = responsibles && columnsFrom(inSource.others + 1, responsibles);
  const client = (ofUser ?? inSource).others + 1;
  const columnOf = ({ places, others }: CategoryColumns, category: string) =>
    places.get(category) ?? others;
  return {
    width: widthOf(encoding),
    encode(situation, add) {
      const { phase, value, contact_days, next_step } = situation;
      add(columnOf(inPhase, phase), 1, 'phase');
      const age = ageOf(situation.days, median_days[phase] ?? defaultDays);
      if (age !== 0) add(days, age, 'days');
      if (value !== null && value > 0 && median_value !== null) {
        const size = clamp(Math.log2(value / median_value), -3, 3) / 2;
        if (size !== 0) add(days + 1, size, 'value');
      } else add(days + 2, 1, 'value');
      add(columnOf(inSource, situation.source ?? unset), 1, 'source');
      if (ofUser) add(columnOf(ofUser, situation.responsible_id ?? unset), 1, 'responsible');
      if (situation.is_returning) add(client, 1, 'client');
      if (next_step === 'planned') add(client + 1, 1, 'next_step');
      if (next_step === 'late') add(client + 2, 1, 'next_step');
      if (contact_days === null) add(client + 4, 1, 'contact');
      else if (contact_days > 0)
        add(client + 3, clamp(Math.log2(1 + contact_days), 0, 7) / 2, 'contact');
      if (situation.slips > 0) add(client + 5, Math.min(situation.slips, 3), 'slips');
    },
  };
}

/** True if the value of a category has a column. */
export const isFrequent = (categories: readonly string[], category: string | null): boolean =>
  categories.includes(category ?? unset);
