import { describe, expect, test } from 'vitest';
import {
  columnsOf,
  domainOf,
  funnelOf,
  linesOf,
  rowsOf,
  sparkOf,
} from '#panel/display/charts/geometry.ts';
import {
  announcementOf,
  type Category,
  type ChartData,
  fitted,
  formatsOf,
  isEmpty,
  moved,
  readingsOf,
} from '#panel/display/charts/model.ts';
import { units } from '#server/features/reports/definitions.ts';

/* Charts: places of their bars and lines, and the words that stand for them. */

const brief = (value: number) => `${value}`;
const box = { width: 600, height: 260, brief };
const terms = { previous: 'Período anterior', limit: 'Limite', total: 'Total' };

const chart = (
  categories: readonly (Partial<Category> & Pick<Category, 'values'>)[],
  series: ChartData['series'] = [{ name: 'Ganhos' }, { name: 'Perdidos' }],
): ChartData => ({
  title: 'Negócios',
  heading: 'Mês',
  unit: 'count',
  series,
  categories: categories.map((each, at) => ({ key: String(at), label: `mês ${at + 1}`, ...each })),
});

describe('bars', () => {
  test('are as high as their values, from one line at zero', () => {
    const { bars, zero } = columnsOf(chart([{ values: [10, 5] }, { values: [0, 20] }]), box, false);
    expect(bars.map(({ category, series }) => [category, series])).toEqual([
      [0, 0],
      [0, 1],
      [1, 1],
    ]);
    for (const { y, height } of bars) expect(y + height).toBeCloseTo(zero);
    const [ten, five, twenty] = bars.map(({ height }) => height);
    expect(ten).toBeCloseTo((five ?? 0) * 2);
    expect(twenty).toBeCloseTo((five ?? 0) * 4);
  });

  test('next to each other do not overlap; stacked ones end where the next begins', () => {
    const data = chart([{ values: [10, 5] }, { values: [3, 7] }]);
    const grouped = columnsOf(data, box, false).bars;
    for (const [at, { x, width }] of grouped.entries())
      expect(x + width).toBeLessThanOrEqual(grouped[at + 1]?.x ?? box.width);
    const [lower, upper] = columnsOf(data, box, true).bars;
    expect((upper?.y ?? 0) + (upper?.height ?? 0)).toBeCloseTo(lower?.y ?? 0);
    expect(upper?.x).toBe(lower?.x);
  });

  test('of negative values go down from zero, also when stacked', () => {
    const { bars, zero, plot } = columnsOf(chart([{ values: [30, -10] }]), box, true);
    expect(bars[0]?.y).toBeLessThan(zero);
    expect(bars[1]?.y).toBeCloseTo(zero);
    expect((bars[1]?.y ?? 0) + (bars[1]?.height ?? 0)).toBeLessThanOrEqual(plot.bottom);
  });

  test.each([280, 360, 1280])('stay in a chart %i pixels wide, with 36 months', (width) => {
    const months = Array.from({ length: 36 }, (_, at) => ({ values: [at, 36 - at] }));
    const { bars, bands, labelStep } = columnsOf(chart(months), { ...box, width }, false);
    for (const { x, width: bar } of bars) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + bar).toBeLessThanOrEqual(width + 1);
    }
    expect((bands[0]?.width ?? 0) * labelStep).toBeGreaterThan('mês 36'.length * 5);
  });

  test('leave room for the labels of their axis, however long', () => {
    const data = chart([{ values: [120_000, 0] }]);
    const short = columnsOf(data, box, false).plot.left;
    const long = columnsOf(data, { ...box, brief: () => 'R$ 120,5 mil' }, false);
    expect(long.plot.left).toBeGreaterThan('R$ 120,5 mil'.length * 6);
    expect(long.plot.left).toBeGreaterThan(short);
    expect(long.bars[0]?.x).toBeGreaterThan(long.plot.left);
  });

  test('include the previous period and the limit in their scale', () => {
    expect(domainOf(chart([{ values: [1, 2], previous: 90, limit: 120 }]).categories)).toEqual([
      0, 120,
    ]);
    const { previous, limits } = columnsOf(
      chart([
        { values: [1, 2], previous: 90, limit: 120 },
        { values: [1, 2], previous: null },
      ]),
      box,
      false,
    );
    expect([previous.length, limits.length]).toEqual([1, 1]);
    expect(limits[0]?.y).toBeLessThan(previous[0]?.y ?? 0);
  });

  test('have a scale without values', () => {
    expect(domainOf([])).toEqual([0, 1]);
    expect(domainOf(chart([{ values: [null, 0] }]).categories)).toEqual([0, 1]);
    expect(columnsOf(chart([]), box, false).bars).toEqual([]);
  });
});

describe('horizontal bars', () => {
  test('share one scale, and say which exceed their limit', () => {
    const { rows, zero } = rowsOf(
      chart([
        { values: [30, 20], limit: 40 },
        { values: [10, null], limit: 100 },
      ]),
      true,
    );
    expect(zero).toBe(0);
    expect(rows.map(({ isOver }) => isOver)).toEqual([true, false]);
    expect(rows[0]?.lanes).toEqual([
      [
        { series: 0, start: 0, width: 30 },
        { series: 1, start: 30, width: 20 },
      ],
    ]);
    expect(rows.map(({ limit }) => limit)).toEqual([40, 100]);
  });

  test('of a negative margin begin at zero and go left', () => {
    const { rows, zero } = rowsOf(
      chart([{ values: [-50] }, { values: [150] }], [{ name: 'M' }]),
      false,
    );
    expect(zero).toBe(25);
    expect(rows[0]?.lanes[0]?.[0]).toEqual({ series: 0, start: 0, width: 25 });
    expect(rows[1]?.lanes[0]?.[0]).toEqual({ series: 0, start: 25, width: 75 });
  });
});

describe('lines', () => {
  const one = [{ name: 'Horas' }];

  test('are interrupted by missing values, and have a quiet second line', () => {
    const { lines, previous } = linesOf(
      chart([{ values: [1] }, { values: [null], previous: 3 }, { values: [2] }], one),
      box,
    );
    expect(lines[0]?.points.map(({ category }) => category)).toEqual([0, 2]);
    expect(lines[0]?.path.match(/M/g)).toHaveLength(2);
    expect(previous?.points).toHaveLength(1);
  });

  test('of one point have a place for it', () => {
    const { lines, bands, previous } = linesOf(chart([{ values: [7] }], one), box);
    expect(previous).toBeUndefined();
    expect(lines[0]?.points[0]?.x).toBe(bands[0]?.middle);
    expect(sparkOf([7], { width: 100, height: 30 }).last).toBeDefined();
    expect(sparkOf([], { width: 100, height: 30 })).toMatchObject({ path: '', last: undefined });
  });
});

test('the steps of a funnel are shares of the widest, and of the step before', () => {
  const steps = funnelOf(
    chart([{ values: [40] }, { values: [10] }, { values: [0] }, { values: [5] }]),
  );
  expect(steps).toEqual([
    { width: 1, conversion: undefined },
    { width: 0.25, conversion: 0.25 },
    { width: 0, conversion: 0 },
    { width: 0.125, conversion: undefined },
  ]);
});

describe('values', () => {
  const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');

  test.each([
    ['money', 'pt-BR', 1234.5, 'R$ 1.234,50'],
    ['money', 'pt-BR', -300, '-R$ 300'],
    ['money', 'en', 1234.5, 'R$1,234.50'],
    ['percent', 'pt-BR', 62.5, '62,5%'],
    ['percent', 'en', 100, '100%'],
    // A twentieth of a percent is rounded up, although 0.1395 is a little less in binary.
    ['percent', 'pt-BR', 13.95, '14%'],
    ['hours', 'pt-BR', 12.25, '12,3 h'],
    ['hours', 'en', 12, '12h'],
    ['hours', 'pt-BR', 0.3, '18 min'],
    ['hours', 'en', -0.75, '-45 min'],
    ['hours', 'pt-BR', 0.995, '1 h'],
    ['hours', 'pt-BR', 0, '0 h'],
    ['days', 'pt-BR', 3.5, '3,5 dias'],
    ['days', 'en', 1, '1 day'],
    ['count', 'pt-BR', 12345, '12.345'],
  ] as const)('%s in %s: %d is %s', (unit, locale, value, text) => {
    expect(plain(formatsOf(unit, locale).full(value))).toBe(text);
  });

  test('that are hidden or missing are a dash in each unit', () => {
    for (const unit of units) expect(formatsOf(unit, 'pt-BR').full(null)).toBe('–');
  });

  test('of a column of money have cents if one of them has', () => {
    const { column } = formatsOf('money', 'pt-BR');
    expect([300, 1234.5, null].map(column([300, 1234.5, null])).map(plain)).toEqual([
      'R$ 300,00',
      'R$ 1.234,50',
      '–',
    ]);
    expect(plain(column([300, null])(300))).toBe('R$ 300');
    expect(plain(formatsOf('hours', 'pt-BR').column([1, 1.5])(1))).toBe('1 h');
    expect(plain(formatsOf('hours', 'pt-BR').column([0.3])(0.3))).toBe('0,3 h');
  });

  test('are short on an axis', () => {
    expect(plain(formatsOf('money', 'pt-BR').brief(12_000))).toBe('R$ 12 mil');
    expect(formatsOf('count', 'en').brief(1_500_000)).toBe('1.5M');
  });

  test('are announced with their names, the total if stacked, the limit and the previous period', () => {
    const data = chart([{ values: [12, null], previous: 10, limit: 20 }]);
    const [category] = data.categories;
    if (!category) throw new Error('no category');
    const { full } = formatsOf('count', 'pt-BR');
    expect(announcementOf('nov.', readingsOf(data, category, full, terms, true))).toBe(
      'nov.: Ganhos 12, Perdidos –, Total 12, Limite 20, Período anterior 10',
    );
  });

  test('of a chart without any are its empty state', () => {
    expect(isEmpty(chart([]))).toBe(true);
    expect(isEmpty(chart([{ values: [0, null], previous: 0 }]))).toBe(true);
    expect(isEmpty(chart([{ values: [0, 0], previous: 4 }]))).toBe(false);
    expect(isEmpty(chart([{ values: [-1, 0] }]))).toBe(false);
  });
});

test('keys move through the points and stop at the ends', () => {
  expect(
    ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'Home', 'End'].map((key) => moved(key, 1, 3)),
  ).toEqual([2, 2, 0, 0, 2]);
  expect(moved('ArrowRight', 2, 3)).toBe(2);
  expect(moved('ArrowLeft', 0, 3)).toBe(0);
  expect(moved('Enter', 1, 3)).toBeUndefined();
});

test('long names are shortened to the room of their label', () => {
  expect(fitted('Agência', 100)).toBe('Agência');
  expect(fitted('Comércio de Alimentos Boa Vista', 64)).toBe('Comércio…');
  expect(fitted('Abc', 1)).toBe('A…');
});
