import { fewestOfCategory, median, shortestMedian } from './features.ts';

/*
 * Moments of closed deals from which a model learns (ADR 244): the beginning of each stay in an open phase, and later moments of a long stay.
 */

export const dayMs = 86_400_000;

interface Stay {
  readonly phase: string;
  /** Milliseconds since 1970. */
  readonly since: number;
  /** Value of the deal. */
  readonly value: number | null;
}

/** A won or lost deal. */
export interface ClosedDeal {
  readonly id: string;
  readonly created_at: number;
  readonly closed_at: number;
  readonly is_won: boolean;
  /** In order; those in phases of won and lost deals are left out. */
  readonly stays: readonly (Stay & { readonly until: number })[];
}

/** A moment of a closed deal. */
export interface Landmark {
  /** Number of the deal. */
  readonly deal: number;
  readonly deal_id: string;
  readonly is_won: boolean;
  readonly phase: string;
  readonly since: number;
  readonly at: number;
  readonly value: number | null;
}

/** A stay of this many medians has a further moment, at which deals are compared that are still there. */
const laterMoments = [1, 2, 4];

/** Quantile of the time to close after which a cohort counts as complete, and its bound. */
const maturity = 0.9;
const longestMaturity = 180 * dayMs;

/**
 * Deals of complete cohorts: those that were created long enough ago. Among recently created deals, only those that close quickly are closed,
 * and quick ones are won more or less often than slow ones.
 */
export function completeCohorts(deals: readonly ClosedDeal[], now: number): ClosedDeal[] {
  const durations = deals
    .map(({ created_at, closed_at }) => Math.max(0, closed_at - created_at))
    .toSorted((a, b) => a - b);
  const usual = durations[Math.floor((durations.length - 1) * maturity)] ?? 0;
  const end = now - Math.min(usual, longestMaturity);
  return deals.filter(({ created_at }) => created_at <= end);
}

/** Median days that closed deals stayed in each phase. */
export function medianDaysOf(deals: readonly ClosedDeal[]): Record<string, number> {
  const days = new Map<string, number[]>();
  for (const { stays } of deals)
    for (const { phase, since, until } of stays) {
      const all = days.get(phase) ?? [];
      all.push((until - since) / dayMs);
      days.set(phase, all);
    }
  return Object.fromEntries(
    [...days]
      .filter(([, all]) => all.length >= fewestOfCategory)
      .map(([phase, all]) => [phase, Math.max(shortestMedian, median(all) ?? 0)]),
  );
}

export function landmarksOf(
  deals: readonly ClosedDeal[],
  medianDays: Readonly<Record<string, number>>,
): Landmark[] {
  return deals.flatMap(({ id, is_won, stays }, deal) =>
    stays.flatMap(({ phase, since, until, value }) => {
      const usual = medianDays[phase];
      const later =
        usual === undefined ? [] : laterMoments.map((times) => since + times * usual * dayMs);
      return [since, ...later.filter((moment) => moment < until)].map((at) => ({
        deal,
        deal_id: id,
        is_won,
        phase,
        since,
        at,
        value,
      }));
    }),
  );
}
