import fc from 'fast-check';
import { expect, test } from 'vitest';
import { balances, percentUsed, unitsPerHour } from '#server/features/retainers/carry-over.ts';

const hours = (count: number) => count * unitsPerHour;

/** The plain loop: every unit of a period has a period in which it expires, and those that expire first are used first. */
function plain(used: readonly number[], included: number, carryOver: number) {
  const stock: { from: number; units: number }[] = [];
  return used.map((use, now) => {
    const usable = () => stock.filter(({ from, units }) => units > 0 && from + carryOver >= now);
    const carried = usable().reduce((sum, { units }) => sum + units, 0);
    stock.push({ from: now, units: included });
    let open = Math.max(0, use);
    for (const each of usable()) {
      const taken = Math.min(each.units, open);
      each.units -= taken;
      open -= taken;
    }
    const left = usable().reduce((sum, { units }) => sum + units, 0);
    return { carried, used: use, overage: open, left };
  });
}

test('balances equal a plain loop over every unit', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -50, max: 300 }), { maxLength: 40 }),
      fc.integer({ min: 0, max: 120 }),
      fc.integer({ min: 0, max: 24 }),
      (used, included, carryOver) => {
        expect(balances(used, included, carryOver)).toEqual(plain(used, included, carryOver));
      },
    ),
    { numRuns: 1_000 },
  );
});

test('no hour is used twice: what is used is what was included, less what is left or expired, plus overage', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 1, maxLength: 40 }),
      fc.integer({ min: 0, max: 120 }),
      fc.integer({ min: 0, max: 24 }),
      (used, included, carryOver) => {
        let offered = 0;
        for (const [i, each] of balances(used, included, carryOver).entries()) {
          expect(each.used - each.overage + each.left).toBe(included + each.carried);
          expect(each.carried).toBeLessThanOrEqual(included * Math.min(i, carryOver));
          expect(each.overage === 0 || each.left === 0).toBe(true);
          offered += included;
        }
        const paid = balances(used, included, carryOver).reduce(
          (sum, b) => sum + b.used - b.overage,
          0,
        );
        expect(paid).toBeLessThanOrEqual(offered);
      },
    ),
  );
});

test('unused hours expire after the periods to which they are carried, the oldest first', () => {
  const used = [30, 45, 0, 0, 60].map(hours);
  const hoursOf = (carryOver: number) =>
    balances(used, hours(40), carryOver).map(({ carried, overage, left }) =>
      [carried, overage, left].map((units) => units / unitsPerHour),
    );
  expect(hoursOf(0)).toEqual([
    [0, 0, 10],
    [0, 5, 0],
    [0, 0, 40],
    [0, 0, 40],
    [0, 20, 0],
  ]);
  expect(hoursOf(1)).toEqual([
    [0, 0, 10],
    [10, 0, 5],
    [5, 0, 45],
    [40, 0, 80],
    [40, 0, 20],
  ]);
  expect(hoursOf(2)).toEqual([
    [0, 0, 10],
    [10, 0, 5],
    [5, 0, 45],
    [45, 0, 85],
    [80, 0, 60],
  ]);
});

test('the percentage counts carried hours, rounds down, and is unknown without hours', () => {
  const [first, second] = balances([hours(20), hours(59.9)], hours(40), 1);
  if (!first || !second) throw new Error('no balances');
  expect(percentUsed(first, hours(40))).toBe(50);
  expect(percentUsed(second, hours(40))).toBe(99);
  expect(percentUsed({ carried: 0, used: 5, overage: 5, left: 0 }, 0)).toBeNull();
});
