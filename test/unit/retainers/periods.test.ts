import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  dayAfter,
  endOf,
  indexOn,
  monthsAfter,
  periodAt,
  periodsUntil,
  startOf,
  type Terms,
} from '#server/features/retainers/periods.ts';
import { localTime } from '#server/platform/zoned-time.ts';

const dayMs = 86_400_000;
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
/** Days of the years 1970 to 2100. */
const day = fc.integer({ min: 0, max: 47_481 }).map((days) => dayOf(days * dayMs));
/** Days on which rules differ: ends of months, and around 29 February. */
const edge = fc
  .tuple(
    fc.integer({ min: 1970, max: 2100 }),
    fc.constantFrom(
      '01-31',
      '02-28',
      '03-31',
      '05-31',
      '08-31',
      '11-30',
      '12-31',
      '01-30',
      '01-29',
    ),
  )
  .map(([year, date]) => `${year}-${date}`);
const leap = fc
  .integer({ min: 493, max: 525 })
  .map((n) => `${n * 4}-02-29`)
  .filter((each) => each !== '2100-02-29');
const anyDay = fc.oneof(day, edge, leap);
const repeating = fc.constantFrom('monthly', 'quarterly', 'yearly');
const openTerms = fc.record({
  period: repeating,
  starts_on: anyDay,
  ends_on: fc.constant(null),
}) as fc.Arbitrary<Terms>;
const anyTerms = fc
  .record({
    period: fc.constantFrom('one_off', 'monthly', 'quarterly', 'yearly'),
    starts_on: anyDay,
    length: fc.option(fc.integer({ min: 0, max: 4_000 })),
  })
  .map(({ period, starts_on, length }): Terms => {
    const ends_on = length === null ? null : dayOf(Date.parse(starts_on) + length * dayMs);
    return { period, starts_on, ends_on } as Terms;
  });

describe('periods', () => {
  test('follow each other without a gap, and begin on the day of the month of the first one', () => {
    fc.assert(
      fc.property(openTerms, fc.integer({ min: 0, max: 400 }), (terms, index) => {
        const [now, next] = [periodAt(terms, index), periodAt(terms, index + 1)];
        expect(dayAfter(now?.ends_on ?? '')).toBe(next?.starts_on);
        const [wanted, begun] = [terms.starts_on.slice(8), now?.starts_on ?? ''];
        const isLastOfMonth = dayAfter(begun)?.slice(8) === '01';
        expect(begun.slice(8) === wanted || (isLastOfMonth && begun.slice(8) < wanted)).toBe(true);
      }),
    );
  });

  test('contain every day of the contract exactly once, as walking day by day does', () => {
    fc.assert(
      fc.property(anyTerms, fc.integer({ min: -3, max: 4_200 }), (terms, offset) => {
        const on = dayOf(Date.parse(terms.starts_on) + offset * dayMs);
        const index = indexOn(terms, on);
        const last = terms.ends_on !== null && on > terms.ends_on ? terms.ends_on : on;
        // The plain loop: the last period that has begun.
        let expected = -1;
        for (let i = 0; (periodAt(terms, i)?.starts_on ?? '9999-99-99') <= last; i += 1)
          expected = i;
        expect(index).toBe(expected);
        const period = periodAt(terms, index);
        if (index >= 0) {
          expect((period?.starts_on ?? '') <= last).toBe(true);
          expect(period?.ends_on === null || last <= (period?.ends_on ?? '')).toBe(true);
        }
      }),
    );
  });

  test('end with the contract, and none begins after it', () => {
    fc.assert(
      fc.property(anyTerms, (terms) => {
        const { ends_on } = terms;
        fc.pre(ends_on !== null);
        const all = periodsUntil(terms, '9999-12-31', 10_000);
        expect(all.at(-1)?.ends_on).toBe(ends_on);
        expect(all[0]?.starts_on).toBe(terms.starts_on);
        expect(periodAt(terms, all.length)).toBeUndefined();
      }),
    );
  });

  test.each([
    [
      'monthly',
      '2026-01-31',
      ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31'],
    ],
    ['monthly', '2028-01-30', ['2028-01-30', '2028-02-29', '2028-03-30', '2028-04-30']],
    [
      'quarterly',
      '2025-08-31',
      ['2025-08-31', '2025-11-30', '2026-02-28', '2026-05-31', '2026-08-31'],
    ],
    ['quarterly', '2027-11-30', ['2027-11-30', '2028-02-29', '2028-05-30']],
    [
      'yearly',
      '2024-02-29',
      ['2024-02-29', '2025-02-28', '2026-02-28', '2027-02-28', '2028-02-29'],
    ],
  ] as const)('of a %s contract from %s', (period, starts_on, begins) => {
    const terms = { period, starts_on, ends_on: null };
    expect(begins.map((_, i) => periodAt(terms, i)?.starts_on)).toEqual(begins);
  });

  test('of a one-off contract are one', () => {
    const terms = { period: 'one_off', starts_on: '2026-01-31', ends_on: null } as const;
    expect(periodsUntil(terms, '2030-01-01', 12)).toEqual([
      { index: 0, starts_on: '2026-01-31', ends_on: null },
    ]);
    expect(periodsUntil(terms, '2026-01-30', 12)).toEqual([]);
  });

  test('stop with the year 9999', () => {
    expect(monthsAfter('9999-12-01', 1)).toBeUndefined();
    const terms = { period: 'yearly', starts_on: '9998-06-30', ends_on: null } as const;
    expect(periodAt(terms, 1)).toEqual({
      index: 1,
      starts_on: '9999-06-30',
      ends_on: '9999-12-31',
    });
    expect(periodAt(terms, 2)).toBeUndefined();
  });
});

describe('the first instant of a day', () => {
  /** Zones whose clocks changed at midnight, at other hours, and never. */
  const zone = fc.constantFrom(
    'America/Sao_Paulo',
    'America/Fortaleza',
    'America/Manaus',
    'America/Noronha',
    'Europe/Lisbon',
    'UTC',
  );

  test('is in that day, and the millisecond before is in the day before', () => {
    fc.assert(
      fc.property(day, zone, (on, in_) => {
        const at = startOf(on, in_);
        expect(dayOf(localTime(in_, at))).toBe(on);
        // Not `at - 1`: local times have whole seconds.
        expect(dayOf(localTime(in_, at - 1_000)) < on).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    // The clock went from 24:00 to 1:00.
    ['2017-10-15', '2017-10-15T03:00:00.000Z'],
    ['2018-11-04', '2018-11-04T03:00:00.000Z'],
    // The clock went from 24:00 back to 23:00: the day before has 25 hours.
    ['2018-02-18', '2018-02-18T03:00:00.000Z'],
    ['2019-02-17', '2019-02-17T03:00:00.000Z'],
    ['2026-11-29', '2026-11-29T03:00:00.000Z'],
  ])('%s in São Paulo', (on, at) => {
    expect(new Date(startOf(on, 'America/Sao_Paulo')).toISOString()).toBe(at);
  });

  test('of the next period is the end of a period: no instant is in two or in none', () => {
    fc.assert(
      fc.property(openTerms, zone, fc.integer({ min: 0, max: 200 }), (terms, in_, index) => {
        const [now, next] = [periodAt(terms, index), periodAt(terms, index + 1)];
        fc.pre(now !== undefined && next !== undefined);
        if (now && next) expect(endOf(now, in_)).toBe(startOf(next.starts_on, in_));
      }),
    );
  });
});
