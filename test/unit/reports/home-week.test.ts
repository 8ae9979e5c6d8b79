import { expect, test } from 'vitest';
import { lastWeekOf } from '#server/features/reports/home.ts';

/* The last complete week of a day, from Monday to Sunday. */

test.each([
  ['a Monday', '2026-11-30', '2026-11-23', '2026-11-29'],
  ['a Tuesday', '2026-12-01', '2026-11-23', '2026-11-29'],
  ['a Sunday', '2026-11-29', '2026-11-16', '2026-11-22'],
  ['a Friday at the beginning of a year', '2027-01-01', '2026-12-21', '2026-12-27'],
  ['a Monday after a leap day', '2028-03-06', '2028-02-28', '2028-03-05'],
])('on %s, %s, it is from %s to %s', (_, today, from, to) => {
  expect(lastWeekOf(today)).toEqual({ from, to });
});
