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

/** Categories of at least {@link fewestOfCategory} deals. @param pairs deal and category */
function frequent(pairs: Iterable<readonly [deal: number, category: string]>): string[] {
  const deals = new Map<string, Set<number>>();
  for (const [deal, category] of pairs) {
    const members = deals.get(category) ?? new Set();
    deals.set(category, members.add(deal));
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
  const by = (categoryOf: (situation: Situation) => string) =>
    frequent(situations.map((each) => [each.deal, categoryOf(each)] as const));
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

interface Cell {
  readonly column: number;
  readonly value: number;
  readonly feature: Feature;
}

/** Number of columns, with the intercept. */
export function widthOf({ phases, sources, responsibles }: Encoding): number {
  const categories = (list: readonly string[] | null) => (list === null ? 0 : list.length + 1);
  return (
    1 + categories(phases) + 1 + 2 + categories(sources) + categories(responsibles) + 1 + 2 + 2 + 1
  );
}

/** Cells of a situation that are not 0, in ascending order of columns. */
export function encode(encoding: Encoding, situation: Situation): Cell[] {
  const cells: Cell[] = [];
  let column = 1;
  const add = (feature: Feature, value: number) => {
    if (value !== 0) cells.push({ column, value, feature });
    column += 1;
  };
  const addCategory = (feature: Feature, categories: readonly string[], category: string) => {
    const place = categories.indexOf(category);
    cells.push({ column: column + (place < 0 ? categories.length : place), value: 1, feature });
    column += categories.length + 1;
  };
  const { phase, value, contact_days } = situation;
  addCategory('phase', encoding.phases, phase);
  add('days', ageOf(situation.days, encoding.median_days[phase] ?? defaultDays));
  const hasValue = value !== null && value > 0 && encoding.median_value !== null;
  add(
    'value',
    hasValue ? clamp(Math.log2(value / (encoding.median_value ?? value)), -3, 3) / 2 : 0,
  );
  add('value', hasValue ? 0 : 1);
  addCategory('source', encoding.sources, situation.source ?? unset);
  if (encoding.responsibles)
    addCategory('responsible', encoding.responsibles, situation.responsible_id ?? unset);
  add('client', situation.is_returning ? 1 : 0);
  add('next_step', situation.next_step === 'planned' ? 1 : 0);
  add('next_step', situation.next_step === 'late' ? 1 : 0);
  add('contact', contact_days === null ? 0 : clamp(Math.log2(1 + contact_days), 0, 7) / 2);
  add('contact', contact_days === null ? 1 : 0);
  add('slips', Math.min(situation.slips, 3));
  return cells;
}

/** True if the value of a category has a column. */
export const isFrequent = (categories: readonly string[], category: string | null): boolean =>
  categories.includes(category ?? unset);
