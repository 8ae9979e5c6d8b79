import { expect, test } from 'vitest';
import { monthLabel, shownNumber, weekLabel } from '#server/platform/report-labels.ts';

/* Labels and numbers that the table of a report and its CSV share. */

test.each([
  ['pt-BR', 'nov. de 2026', '30 nov. – 6 dez. 2026', '28 dez. 2026 – 3 jan. 2027'],
  ['en', 'Nov 2026', 'Nov 30 – Dec 6, 2026', 'Dec 28, 2026 – Jan 3, 2027'],
])('months and weeks in %s have their years', (locale, month, week, overNewYear) => {
  const plain = (text: string) => text.replaceAll(/\s/g, ' ');
  expect(plain(monthLabel('2026-11-01', locale))).toBe(month);
  expect(plain(weekLabel('2026-11-30', locale))).toBe(week);
  expect(plain(weekLabel('2026-12-28', locale))).toBe(overNewYear);
});

test.each([
  [12.25, 'hours', 12.3],
  [0.04, 'hours', 0],
  [-0.04, 'hours', 0],
  [-1.005, 'money', -1.01],
  [33.333333, 'percent', 33.3],
  [1234567.891, 'money', 1234567.89],
  [2, 'count', 2],
] as const)('%d %s is shown as %d', (value, unit, rounded) => {
  expect(shownNumber(value, unit)).toBe(rounded);
});
