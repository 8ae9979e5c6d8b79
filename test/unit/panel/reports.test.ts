import { describe, expect, test } from 'vitest';
import type { Report } from '#panel/api/schema.ts';
import {
  changeOf,
  chartOf,
  defaultPreset,
  drawnRows,
  isOngoing,
  isPercentile,
  labelOf,
  periodOf,
  planOf,
  presets,
  recordsSearch,
  reportNames,
  reports,
  requestIn,
} from '#panel/screens/reports/model.ts';
import { words as en } from '#panel/words/reports/en.ts';
import { words as pt } from '#panel/words/reports/pt-BR.ts';
import { reports as served } from '#server/features/reports/definitions.ts';
import { homeNumbers } from '#server/features/reports/home.ts';

/* Reports in the panel: periods, addresses, names of rows, and charts. */

const today = '2026-11-30';

test.each([
  ['this-month', '2026-11-30', '2026-11-01', '2026-11-30'],
  ['last-month', '2026-03-31', '2026-02-01', '2026-02-28'],
  ['last-month', '2026-01-05', '2025-12-01', '2025-12-31'],
  ['this-quarter', '2026-11-30', '2026-10-01', '2026-12-31'],
  ['last-quarter', '2026-02-10', '2025-10-01', '2025-12-31'],
  ['this-year', '2026-11-30', '2026-01-01', '2026-12-31'],
  ['last-year', '2024-02-29', '2023-01-01', '2023-12-31'],
  ['last-30', '2026-03-01', '2026-01-31', '2026-03-01'],
] as const)('%s on %s is from %s to %s', (preset, day, from, to) => {
  expect(periodOf(preset, day)).toEqual({ from, to });
});

describe('the address of a report', () => {
  test('is empty for its defaults', () => {
    for (const report of reportNames) {
      const { preset, period, by, filters } = requestIn(report, '', today);
      expect([preset, by, filters]).toEqual([defaultPreset(report), reports[report].by[0], {}]);
      expect(period).toEqual(periodOf(preset === 'custom' ? 'this-month' : preset, today));
    }
  });

  test.each([
    ['?period=last-month&by=person', 'last-month', 'person', '2026-10-01'],
    ['?from=2026-02-03&to=2026-02-09', 'custom', 'week', '2026-02-03'],
    // Days in the wrong order, unknown words and dimensions of another report are left out.
    ['?from=2026-02-09&to=2026-02-03', 'this-quarter', 'week', '2026-10-01'],
    ['?period=someday&by=phase', 'this-quarter', 'week', '2026-10-01'],
  ])('%s is %s by %s from %4$s', (search, preset, by, from) => {
    const wanted = requestIn('tasks', search, today);
    expect([wanted.preset, wanted.by, wanted.period.from]).toEqual([preset, by, from]);
  });

  test('has only filters of the report', () => {
    const { filters } = requestIn('tasks', '?client_id=a&source=site&user_id=', today);
    expect(filters).toEqual({ client_id: 'a' });
  });

  test('of a number has its days, row and name, and reads back to the same request', () => {
    const wanted = requestIn('tasks', '?period=last-month&by=person&client_id=c', today);
    const search = recordsSearch(wanted, 'late', { key: 'u1', label: 'Ana' });
    expect(Object.fromEntries(new URLSearchParams(search))).toEqual({
      ...{ from: '2026-10-01', to: '2026-10-31', by: 'person', client_id: 'c' },
      ...{ measure: 'late', row: 'u1', name: 'Ana' },
    });
    const { preset: _, ...back } = requestIn('tasks', search, '2027-05-05');
    const { preset: __, ...there } = wanted;
    expect(back).toEqual(there);
    expect(recordsSearch(wanted, 'late', { key: null, label: null })).toContain('without_key=true');
    expect(recordsSearch(wanted, 'late', undefined)).not.toMatch(/row|without_key/);
  });
});

test('the panel has the dimensions, filters and words of every report that the service has', () => {
  for (const report of reportNames) {
    const { by, filters, measures } = served[report];
    expect(reports[report]).toEqual({ by, filters });
    for (const [measure, { isHidden }] of Object.entries(measures))
      for (const words of [pt, en])
        if (!isHidden)
          expect(
            words.measures[`${report}.${measure}`]?.definition,
            `${report}.${measure}`,
          ).toEqual(expect.any(String));
    for (const dimension of by)
      for (const measure of planOf(report, dimension).measures)
        expect(Object.keys(measures)).toContain(measure);
  }
  expect(Object.keys(served).sort()).toEqual([...reportNames].sort());
  for (const preset of presets) expect(pt.periods[preset]).toBeTruthy();
});

test('each number of the start page has a name in both languages', () => {
  for (const [report, measure] of homeNumbers)
    for (const words of [pt, en])
      expect(words.home.names[`${report}.${measure}`]).toEqual(expect.any(String));
  expect(Object.keys(pt.home.names)).toHaveLength(homeNumbers.length);
});

test('medians and percentiles are estimates in approximate reports, other measures are not', () => {
  for (const report of reportNames)
    for (const [measure, { method }] of Object.entries(served[report].measures))
      expect(isPercentile(measure), `${report}.${measure}`).toBe(
        method === 'median' || method === 'p90',
      );
});

describe('rows', () => {
  const labels = { locale: 'pt-BR', without: pt.without, buckets: pt.buckets, deleted: pt.deleted };
  test.each([
    ['month', { key: '2026-11-01', label: '2026-11-01' }, 'nov. de 2026'],
    ['week', { key: '2026-11-30', label: '2026-11-30' }, '30 nov. – 6 dez. 2026'],
    ['phase', { key: 'negociacao', label: 'negociacao' }, 'Negociação'],
    ['bucket', { key: '24+', label: '24+' }, 'mais de 24 h'],
    ['client', { key: 'id', label: 'Padaria' }, 'Padaria'],
    ['client', { key: null, label: null }, 'Sem cliente'],
    ['source', { key: 'site', label: null }, 'site'],
    // An id is no name.
    ['inbox', { key: 'id', label: null }, 'Excluído'],
  ] as const)('by %s: %o is %s', (by, row, name) => {
    expect(labelOf(by, row, labels).replaceAll(/\s/g, ' ')).toBe(name);
  });
});

const report = (more: Partial<Report>): Report => ({
  ...{ report: 'hours', from: '2026-11-01', to: '2026-11-30', by: 'person', time_zone: 'UTC' },
  ...{ previous_from: '2026-10-01', previous_to: '2026-10-31', rows_left_out: 0 },
  ...{ is_approximate: false, as_of: null, is_masked: false, totals: [], rows: [] },
  columns: [
    { measure: 'hours', unit: 'hours', has_records: true },
    { measure: 'capacity', unit: 'hours', has_records: false },
  ],
  ...more,
});

test('a chart has the values, the limit, the previous period and the list of each row', () => {
  const data = chartOf(
    report({
      rows: [
        { key: 'a', label: 'Ana', values: [45, 40], previous: [30, 40] },
        { key: 'b', label: 'Bia', values: [null, null], previous: [null, null] },
      ],
    }),
    planOf('hours', 'person'),
    {
      ...{ locale: 'pt-BR', without: pt.without, buckets: pt.buckets, deleted: pt.deleted },
      ...{ names: (measure: string) => measure, heading: 'Pessoa', title: 'Horas' },
    },
    (measure, { key }) => `/${measure}/${key}`,
  );
  expect(data).toMatchObject({ unit: 'hours', series: [{ name: 'hours' }] });
  expect(data.categories).toEqual([
    { key: 'a', label: 'Ana', values: [45], previous: 30, limit: 40, href: '/hours/a' },
    { key: 'b', label: 'Bia', values: [null], previous: null, href: '/hours/b' },
  ]);
});

test('a chart draws the first of many names, and the latest of many weeks', () => {
  const rows = Array.from({ length: 200 }, (_, at) => ({
    ...{ key: `${at}`, label: `${at}`, values: [at, at], previous: [0, 0] },
  }));
  const keysOf = (by: 'person' | 'week') => drawnRows(report({ by, rows })).map(({ key }) => key);
  expect(keysOf('person')).toEqual(rows.slice(0, 40).map(({ key }) => key));
  expect(keysOf('week').at(-1)).toBe('199');
});

test('values of an approximate report are estimates if they are medians', () => {
  const names = { names: (measure: string) => measure, heading: 'Pessoa', title: 'Título' };
  const labels = { locale: 'pt-BR', without: pt.without, buckets: pt.buckets, deleted: pt.deleted };
  const isEstimate = (measure: string, is_approximate: boolean) =>
    chartOf(
      report({ is_approximate, columns: [{ measure, unit: 'hours', has_records: true }] }),
      { kind: 'rows', measures: [measure] },
      { ...labels, ...names },
      () => undefined,
    ).isApproximate;
  expect(isEstimate('answer_median', true)).toBe(true);
  expect(isEstimate('answer_median', false)).toBe(false);
  expect(isEstimate('hours', true)).toBe(false);
});

test.each([
  ['2026-11-01', '2026-11-30', false],
  ['2026-11-01', '2026-12-31', true],
  ['2026-12-01', '2026-12-31', false],
])('a period from %s to %s is in progress: %s', (from, to, is) => {
  expect(isOngoing({ from, to }, today)).toBe(is);
});

test.each([
  [120, 100, 20],
  [50, 100, -50],
  [-50, -100, 50],
  [5, 0, undefined],
  [null, 10, undefined],
  [10, null, undefined],
])('the change from %2$s to %1$s is %3$s %%', (value, previous, change) => {
  expect(changeOf(value, previous)).toBe(change);
});
