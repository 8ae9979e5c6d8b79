import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { longWaitsUntil, waitEnds } from '#server/features/workflows/wait-time.ts';

const dayMs = 86_400_000;
const at = (text: string) => Date.parse(text);
const workdays = {
  weekly: [1, 2, 3, 4, 5].flatMap((weekday) => [
    { weekday, from: '09:00', to: '12:00' },
    { weekday, from: '13:00', to: '18:00' },
  ]),
  national_holidays: true,
  holidays: [],
};
const saturdays = {
  weekly: [{ weekday: 6, from: '10:00', to: '12:00' }],
  national_holidays: false,
  holidays: [],
};
const never = { weekly: [], national_holidays: false, holidays: [] };
const zone = 'America/Sao_Paulo';
const office = { zone, hours: workdays };

describe('a wait is too long', () => {
  test.each([
    // Friday, 27 November 2026, 17:00 at the office.
    ['2h', false, '2026-11-27T20:00Z', '2026-11-27T22:00:00.000Z'],
    ['2h', true, '2026-11-27T20:00Z', '2026-11-30T13:00:00.000Z'],
    ['1d', true, '2026-11-27T20:00Z', '2026-11-30T20:00:00.000Z'],
    ['3d', true, '2026-11-27T20:00Z', '2026-12-02T20:00:00.000Z'],
    // At the weekend, it begins on Monday at 9:00.
    ['1d', true, '2026-11-28T20:00Z', '2026-12-01T12:00:00.000Z'],
    ['30m', true, '2026-11-28T20:00Z', '2026-11-30T12:30:00.000Z'],
    // Christmas is a Friday.
    ['1d', true, '2026-12-24T15:30Z', '2026-12-28T16:00:00.000Z'],
  ])('%s, in business hours: %s, from %s, at %s', (time, business_hours, since, expected) => {
    const ends = waitEnds({ for: time, business_hours }, office, at(since));
    expect(new Date(ends ?? 0).toISOString()).toBe(expected);
  });

  test('never in a team that never opens', () => {
    const rule = { for: '1d', business_hours: true };
    const team = { zone, hours: never };
    expect(waitEnds(rule, team, at('2026-11-27T20:00Z'))).toBeUndefined();
    expect(longWaitsUntil(rule, team, at('2026-11-27T20:00Z'))).toBe(Number.NEGATIVE_INFINITY);
  });
});

const anyRule = fc.record({
  for: fc.constantFrom('1m', '30m', '2h', '9h', '1d', '3d', '10d'),
  business_hours: fc.boolean(),
});
const anyTeam = fc.record({
  zone: fc.constantFrom(zone, 'Europe/Lisbon', 'America/New_York'),
  hours: fc.constantFrom(null, workdays, saturdays),
});
/** Includes the years in which Brazil changed its clock. */
const anyMoment = fc.integer({ min: at('2014-01-01T00:00Z'), max: at('2029-12-31T00:00Z') });

test('a later wait is never too long earlier', () => {
  fc.assert(
    fc.property(anyRule, anyTeam, anyMoment, fc.nat(5 * dayMs), (rule, team, since, later) => {
      const first = waitEnds(rule, team, since) ?? Number.POSITIVE_INFINITY;
      const second = waitEnds(rule, team, since + later) ?? Number.POSITIVE_INFINITY;
      expect(second).toBeGreaterThanOrEqual(first);
      expect(first).toBeGreaterThan(since);
    }),
    { numRuns: 500 },
  );
});

test('the waits that are too long at a moment are those that began until the computed one', () => {
  fc.assert(
    fc.property(anyRule, anyTeam, anyMoment, (rule, team, now) => {
      const until = longWaitsUntil(rule, team, now);
      expect(waitEnds(rule, team, until)).toBeLessThanOrEqual(now);
      expect(waitEnds(rule, team, until + 1_000)).toBeGreaterThanOrEqual(now);
    }),
    { numRuns: 300 },
  );
});
