/*
 * Hours of a contract's periods, in integers: 10⁻⁶ minutes, the precision of entries, so that sums are exact.
 */

/** Units of a minute and of an hour. */
export const unitsPerMinute = 1_000_000;
export const unitsPerHour = 60 * unitsPerMinute;

export interface Balance {
  /** Unused hours of earlier periods that may be used. */
  readonly carried: number;
  readonly used: number;
  /** Hours beyond the included and the carried ones. */
  readonly overage: number;
  /** Included and carried hours that are not used. */
  readonly left: number;
}

/**
 * Balances of consecutive periods, oldest first. The hours that expire first are used first: those carried from the oldest period, then
 * younger ones, then the period's included hours.
 * @param used in each period; less than 0 counts as 0
 * @param included in each period
 * @param carryOver number of following periods in which unused hours may be used
 */
export function balances(
  used: readonly number[],
  included: number,
  carryOver: number,
): readonly Balance[] {
  /** Unused hours by period, oldest first; at most `carryOver` of them. */
  let unused: readonly number[] = [];
  return used.map((use) => {
    const carried = unused.reduce((sum, each) => sum + each, 0);
    let open = Math.max(0, use);
    const remaining = [...unused, included].map((each) => {
      const taken = Math.min(each, open);
      open -= taken;
      return each - taken;
    });
    unused = carryOver === 0 ? [] : remaining.slice(-carryOver);
    return {
      carried,
      used: use,
      overage: open,
      left: remaining.reduce((sum, each) => sum + each, 0),
    };
  });
}

/** Percent of the included and carried hours that are used, rounded down; null without hours. */
export const percentUsed = ({ used, carried }: Balance, included: number): number | null =>
  included + carried === 0 ? null : Math.floor((Math.max(0, used) * 100) / (included + carried));
