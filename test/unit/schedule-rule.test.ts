import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  closedDays,
  occurrencesAfter,
  occurrencesBetween,
  type ScheduleRule,
  type TeamTime,
} from '#server/features/workflows/schedule-rule.ts';
import { isoDay } from '#server/platform/national-holidays.ts';
import { localTime } from '#server/platform/zoned-time.ts';

const dayMs = 86_400_000;
const at = (text: string) => Date.parse(text);
const texts = (times: readonly { readonly at: number }[]) =>
  times.map((each) => new Date(each.at).toISOString());

const saoPaulo: TeamTime = { zone: 'America/Sao_Paulo', hours: null };
const workdays = {
  weekly: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: '09:00', to: '18:00' })),
  national_holidays: true,
  holidays: [{ date: '2026-12-24', name: 'Véspera', yearly: true }],
};
const office: TeamTime = { ...saoPaulo, hours: workdays };

describe('examples', () => {
  test('days of the week', () => {
    const rule = { at: '09:00', weekdays: [1, 5] };
    const times = occurrencesBetween(
      rule,
      saoPaulo,
      at('2026-11-29T03:00Z'),
      at('2026-12-07T03:00Z'),
    );
    expect(texts(times)).toEqual(['2026-11-30T12:00:00.000Z', '2026-12-04T12:00:00.000Z']);
  });

  test('days of the month; in a shorter month, a later day is the last one', () => {
    const rule = { at: '23:59', month_days: [1, 29, 30, 31] };
    const times = occurrencesBetween(
      rule,
      saoPaulo,
      at('2027-02-01T12:00Z'),
      at('2027-03-31T12:00Z'),
    );
    expect(times.map(({ day }) => day)).toEqual([
      '2027-02-01',
      '2027-02-28',
      '2027-03-01',
      '2027-03-29',
      '2027-03-30',
    ]);
  });

  test.each([
    ['run', ['23', '24', '25', '26', '27', '28']],
    ['skip', ['23', '28']],
    // Those of four closed days coincide with the one of the open day.
    ['before', ['23', '28']],
    ['after', ['23', '28']],
  ] as const)('daily, with %s on closed days', (closed_days, expected) => {
    const rule = { at: '10:00', closed_days };
    const times = occurrencesBetween(
      rule,
      office,
      at('2026-12-23T12:00Z'),
      at('2026-12-28T14:00Z'),
    );
    expect(texts(times).map((each) => each.slice(8, 10))).toEqual(expected);
    expect(times.map(({ day }) => day.slice(8))).toEqual(expected);
  });

  test('a monthly one on a holiday moves to the nearest open day before or after it', () => {
    const on = (closed_days: 'before' | 'after') =>
      texts(
        occurrencesBetween(
          { at: '09:00', month_days: [1], closed_days },
          office,
          at('2026-12-15T00:00Z'),
          at('2027-01-15T00:00Z'),
        ),
      );
    expect(on('before')).toEqual(['2026-12-31T12:00:00.000Z']);
    expect(on('after')).toEqual(['2027-01-04T12:00:00.000Z']);
  });

  test('29 February', () => {
    const rule = { at: '08:00', month_days: [29] };
    const next = occurrencesAfter(rule, saoPaulo, at('2028-02-01T00:00Z'), 2);
    expect(next.map(({ day }) => day)).toEqual(['2028-02-29', '2028-03-29']);
  });

  test('a team that is closed on all of its days has none', () => {
    const rule: ScheduleRule = { at: '08:00', weekdays: [0], closed_days: 'skip' };
    expect(occurrencesAfter(rule, office, at('2026-11-29T00:00Z'), 1)).toEqual([]);
  });

  test('a time that the clock skips is due when it changes, one that it repeats only the first time', () => {
    const madrid = { zone: 'Europe/Madrid', hours: null };
    const rule = { at: '02:30' };
    const between = (from: string, to: string) =>
      texts(occurrencesBetween(rule, madrid, at(from), at(to)));
    expect(between('2027-03-27T12:00Z', '2027-03-28T12:00Z')).toEqual(['2027-03-28T01:00:00.000Z']);
    expect(between('2027-10-30T12:00Z', '2027-10-31T12:00Z')).toEqual(['2027-10-31T00:30:00.000Z']);
    // The clock of Brazil skipped midnight.
    expect(
      texts(
        occurrencesBetween(
          { at: '00:00' },
          saoPaulo,
          at('2018-11-03T12:00Z'),
          at('2018-11-04T12:00Z'),
        ),
      ),
    ).toEqual(['2018-11-04T03:00:00.000Z']);
  });
});

const two = (n: number) => String(n).padStart(2, '0');
const anyTime = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map(([hour, minute]) => `${two(hour)}:${two(minute)}`);
const days = (min: number, max: number) =>
  fc.uniqueArray(fc.integer({ min, max }), { minLength: 1, maxLength: 5 });
const anyRule: fc.Arbitrary<ScheduleRule> = fc
  .tuple(
    anyTime,
    fc.oneof(
      fc.constant({}),
      days(0, 6).map((weekdays) => ({ weekdays })),
      days(1, 31).map((month_days) => ({ month_days })),
    ),
    fc.constantFrom(...closedDays),
  )
  .map(([time, on, closed_days]) => ({ at: time, ...on, closed_days }));
const anyTeam = fc
  .tuple(
    fc.constantFrom(
      'America/Sao_Paulo',
      'Europe/Lisbon',
      'America/New_York',
      'Australia/Lord_Howe',
      'Asia/Tokyo',
    ),
    fc.constantFrom(null, workdays),
  )
  .map(([zone, hours]): TeamTime => ({ zone, hours }));
/** Includes the years in which Brazil changed its clock. */
const anyMoment = fc.integer({ min: at('2014-01-01T00:00Z'), max: at('2029-12-31T00:00Z') });

describe('properties, across changes of the clock', () => {
  test('intervals that adjoin have the occurrences of the whole: none is lost or repeated', () => {
    fc.assert(
      fc.property(
        anyRule,
        anyTeam,
        anyMoment,
        fc.array(fc.integer({ min: 1, max: 9 * dayMs }), { minLength: 1, maxLength: 6 }),
        (rule, team, from, steps) => {
          const parts: string[] = [];
          let now = from;
          for (const step of steps) {
            parts.push(
              ...occurrencesBetween(rule, team, now, now + step).map(
                (each) => `${each.day} ${each.at}`,
              ),
            );
            now += step;
          }
          const whole = occurrencesBetween(rule, team, from, now);
          expect(parts).toEqual(whole.map((each) => `${each.day} ${each.at}`));
          expect(new Set(whole.map(({ day }) => day)).size).toBe(whole.length);
        },
      ),
      { numRuns: 300 },
    );
  });

  test('every local day has exactly one occurrence of a daily schedule, at its time unless the clock skips it', () => {
    fc.assert(
      fc.property(anyTime, anyTeam, anyMoment, (time, { zone }, from) => {
        const first = Math.floor(localTime(zone, from) / dayMs) * dayMs + dayMs;
        const times = occurrencesBetween(
          { at: time },
          { zone, hours: null },
          from,
          from + 40 * dayMs,
        );
        const whole = times.filter(({ day }) => day >= isoDay(first)).slice(0, 38);
        expect(whole.map(({ day }) => day)).toEqual(
          Array.from({ length: 38 }, (_, n) => isoDay(first + n * dayMs)),
        );
        const [hour = 0, minute = 0] = time.split(':').map(Number);
        const wanted = hour * 3_600_000 + minute * 60_000;
        for (const { day, at: due } of whole) {
          const local = localTime(zone, due) - Date.parse(`${day}T00:00Z`);
          // A clock skips at most an hour.
          expect(local).toBeGreaterThanOrEqual(wanted);
          expect(local).toBeLessThanOrEqual(wanted + 3_600_000);
        }
      }),
      { numRuns: 200 },
    );
  });

  test('the next occurrences are those of the time after', () => {
    fc.assert(
      fc.property(anyRule, anyTeam, anyMoment, (rule, team, from) => {
        const next = occurrencesAfter(rule, team, from, 3);
        const last = next.at(-1);
        if (last) expect(occurrencesBetween(rule, team, from, last.at)).toEqual(next);
      }),
      { numRuns: 200 },
    );
  });
});
