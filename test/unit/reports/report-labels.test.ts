import { expect, test } from 'vitest';
import { rowLabel, shownNumber } from '#server/platform/report-labels.ts';

/* Labels and numbers that the table of a report and its CSV share. */

test.each([
  ['pt-BR', 'nov. de 2026', '30 nov. – 6 dez. 2026', '28 dez. 2026 – 3 jan. 2027'],
  ['en', 'Nov 2026', 'Nov 30 – Dec 6, 2026', 'Dec 28, 2026 – Jan 3, 2027'],
])('months and weeks in %s have their years', (locale, month, week, overNewYear) => {
  const plain = (text: string) => text.replaceAll(/\s/g, ' ');
  const labelOf = (by: 'month' | 'week', key: string) =>
    plain(
      rowLabel(
        by,
        { key, label: key },
        { locale, without: { month: '', week: '' }, buckets: {}, deleted: '' },
      ),
    );
  expect(labelOf('month', '2026-11-01')).toBe(month);
  expect(labelOf('week', '2026-11-30')).toBe(week);
  expect(labelOf('week', '2026-12-28')).toBe(overNewYear);
  // A key in an address may be anything.
  for (const key of ['', '2026-11', '2026-02-30', 'mês'])
    for (const by of ['month', 'week'] as const) expect(labelOf(by, key)).toBe(key);
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
