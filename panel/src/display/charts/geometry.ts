import { scaleBand, scaleLinear } from 'd3-scale';
import { area, curveMonotoneX, line } from 'd3-shape';
import type { Category, ChartData, Value } from './model.ts';
import { sumOf } from './model.ts';

/* Places of bars, lines and labels, in pixels. */

export interface Box {
  readonly width: number;
  readonly height: number;
}

/** Box of a chart with axes. */
interface AxesBox extends Box {
  /** Prints a value of the axis. */
  readonly brief: (value: number) => string;
}

/** Space around the drawing for the labels of the axes; on the left, it grows with them. */
const margin = { top: 20, right: 8, bottom: 24, left: 36 };

export interface Tick {
  readonly value: number;
  readonly y: number;
}

/** Column of a category, over the whole height: its area for pointer and focus. */
export interface Band {
  readonly x: number;
  readonly width: number;
  readonly middle: number;
}

interface Axes {
  readonly ticks: readonly Tick[];
  readonly bands: readonly Band[];
  readonly zero: number;
  readonly plot: {
    readonly left: number;
    readonly right: number;
    readonly bottom: number;
    readonly width: number;
  };
  /** Every nth label is drawn. */
  readonly labelStep: number;
}

export interface Bar {
  readonly category: number;
  readonly series: number;
  readonly value: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Horizontal mark over the bars of a category: of a limit, or of the previous period. */
export interface LevelMark {
  readonly category: number;
  readonly x: number;
  readonly width: number;
  readonly y: number;
}

export interface Columns extends Axes {
  readonly bars: readonly Bar[];
  readonly previous: readonly LevelMark[];
  readonly limits: readonly LevelMark[];
}

/** Highest and lowest end of the values of a category, of which the positive and the negative are stacked apart. */
function endsOf(values: readonly Value[], isStacked: boolean): readonly [number, number] {
  const numbers = values.map((value) => value ?? 0);
  if (!isStacked) return [Math.min(0, ...numbers), Math.max(0, ...numbers)];
  return [
    sumOf(numbers.map((value) => Math.min(0, value))),
    sumOf(numbers.map((value) => Math.max(0, value))),
  ];
}

/** Lowest and highest value to draw; includes zero, and is never empty. */
export function domainOf(
  categories: readonly Category[],
  isStacked = false,
): readonly [number, number] {
  const ends = categories.flatMap(({ values, previous, limit }) => [
    ...endsOf(values, isStacked),
    previous ?? 0,
    limit ?? 0,
  ]);
  const [low, high] = [Math.min(0, ...ends), Math.max(0, ...ends)];
  return low === high ? [0, 1] : [low, high];
}

/** About the width of a character of a label. */
export const widthPerCharacter = 6.4;

function axesOf(
  data: ChartData,
  { width, height, brief }: AxesBox,
  domain: readonly [number, number],
) {
  const y = scaleLinear()
    .domain(domain)
    .nice(4)
    .range([height - margin.bottom, margin.top]);
  const ticks = y
    .ticks(4)
    // Records are not counted in halves.
    .filter((value) => data.unit !== 'count' || Number.isInteger(value));
  const widest = Math.max(...ticks.map((value) => brief(value).length), 1);
  const left = Math.max(margin.left, Math.ceil(widest * widthPerCharacter) + 12);
  const right = Math.max(left + 1, width - margin.right);
  const step = (right - left) / Math.max(1, data.categories.length);
  const longest = Math.max(
    ...data.categories.map(({ label, short }) => (short ?? label).length),
    1,
  );
  const labelWidth = Math.min(longest * widthPerCharacter, 88) + 8;
  const axes: Axes = {
    ticks: ticks.map((value) => ({ value, y: y(value) })),
    bands: data.categories.map((_, at) => ({
      x: left + at * step,
      width: step,
      middle: left + (at + 0.5) * step,
    })),
    zero: y(0),
    plot: { left, right, bottom: height - margin.bottom, width },
    labelStep: Math.max(1, Math.ceil(labelWidth / step)),
  };
  return { axes, y, left, right };
}

/** Vertical bars: next to each other, or stacked. */
export function columnsOf(data: ChartData, box: AxesBox, isStacked: boolean): Columns {
  const { axes, y, left, right } = axesOf(data, box, domainOf(data.categories, isStacked));
  const outer = scaleBand<number>()
    .domain(data.categories.keys())
    .range([left, right])
    .paddingInner(0.28)
    .paddingOuter(0.14);
  const band = Math.min(outer.bandwidth(), 72);
  const startOf = (at: number) => (outer(at) ?? left) + (outer.bandwidth() - band) / 2;
  const lane = isStacked ? band : band / Math.max(1, data.series.length);
  const bars = data.categories.flatMap(({ values }, category): Bar[] => {
    let [above, below] = [0, 0];
    return values.flatMap((value, series): Bar[] => {
      if (value === null || value === 0) return [];
      const from = !isStacked ? 0 : value > 0 ? above : below;
      const to = from + value;
      if (value > 0) above = to;
      else below = to;
      const [top, bottom] = [Math.min(y(from), y(to)), Math.max(y(from), y(to))];
      return [
        {
          category,
          series,
          value,
          x: startOf(category) + (isStacked ? 0 : series * lane),
          y: top,
          width: Math.max(1, lane - (isStacked ? 0 : 2)),
          height: Math.max(1, bottom - top),
        },
      ];
    });
  });
  const marksAt = (value: (category: Category) => Value | undefined): LevelMark[] =>
    data.categories.flatMap((each, category) => {
      const level = value(each);
      // A mark of zero would lie on the axis.
      return level === undefined || level === null || level === 0
        ? []
        : [{ category, x: startOf(category) - 4, width: band + 8, y: y(level) }];
    });
  return {
    ...axes,
    bars,
    previous: marksAt(({ previous }) => previous),
    limits: marksAt(({ limit }) => limit),
  };
}

export interface Point {
  readonly category: number;
  readonly value: number;
  readonly x: number;
  readonly y: number;
}

export interface Line {
  readonly path: string;
  readonly points: readonly Point[];
}

export interface Lines extends Axes {
  /** One for each series. */
  readonly lines: readonly Line[];
  /** Line of the previous period; undefined without values. */
  readonly previous: Line | undefined;
  /** Area below the first line. */
  readonly area: string;
}

/** Lines over time. A missing value interrupts its line. */
export function linesOf(data: ChartData, box: AxesBox): Lines {
  const { axes, y } = axesOf(data, box, domainOf(data.categories));
  const xOf = (category: number) => axes.bands[category]?.middle ?? 0;
  const draw = line<readonly [number, Value]>()
    .defined(([, value]) => value !== null)
    .x(([category]) => xOf(category))
    .y(([, value]) => y(value ?? 0))
    .curve(curveMonotoneX);
  const fill = area<readonly [number, Value]>()
    .defined(([, value]) => value !== null)
    .x(([category]) => xOf(category))
    .y0(axes.zero)
    .y1(([, value]) => y(value ?? 0))
    .curve(curveMonotoneX);
  const lineOf = (values: readonly Value[]): Line => {
    const entries = values.map((value, category) => [category, value] as const);
    return {
      path: draw(entries) ?? '',
      points: entries.flatMap(([category, value]) =>
        value === null ? [] : [{ category, value, x: xOf(category), y: y(value) }],
      ),
    };
  };
  const previous = data.categories.map(({ previous }) => previous ?? null);
  const first = data.categories.map(({ values }, at) => [at, values[0] ?? null] as const);
  return {
    ...axes,
    lines: data.series.map((_, at) =>
      lineOf(data.categories.map(({ values }) => values[at] ?? null)),
    ),
    previous: previous.some((value) => value !== null) ? lineOf(previous) : undefined,
    area: fill(first) ?? '',
  };
}

/** Segment of a horizontal bar, in percent of the width. */
export interface Segment {
  readonly series: number;
  readonly start: number;
  readonly width: number;
}

export interface Row {
  /** One lane for all segments if stacked, otherwise one for each series. */
  readonly lanes: readonly (readonly Segment[])[];
  readonly limit: number | undefined;
  readonly previous: number | undefined;
  /** True if the values exceed the limit. */
  readonly isOver: boolean;
}

export interface Rows {
  readonly rows: readonly Row[];
  /** Place of zero, which is not at the start if there are negative values. */
  readonly zero: number;
}

/** Horizontal bars, in percent of the width, on one scale. */
export function rowsOf({ categories, series }: ChartData, isStacked: boolean): Rows {
  const scale = scaleLinear().domain(domainOf(categories, isStacked)).range([0, 100]);
  const placeOf = (value: Value | undefined) =>
    value === undefined || value === null ? undefined : scale(value);
  const segment = (at: number, from: number, value: number): Segment => ({
    series: at,
    start: Math.min(scale(from), scale(from + value)),
    width: Math.abs(scale(from + value) - scale(from)),
  });
  const rows = categories.map(({ values, limit, previous }): Row => {
    let [above, below] = [0, 0];
    const segments = series.map((_, at): readonly Segment[] => {
      const value = values[at] ?? 0;
      if (value === 0) return [];
      const from = !isStacked ? 0 : value > 0 ? above : below;
      if (value > 0) above += value;
      else below += value;
      return [segment(at, from, value)];
    });
    return {
      lanes: isStacked ? [segments.flat()] : segments,
      limit: placeOf(limit),
      previous: placeOf(previous === 0 ? null : previous),
      isOver: typeof limit === 'number' && sumOf(values) > limit,
    };
  });
  return { rows, zero: scale(0) };
}

export interface FunnelStep {
  /** Share of the widest step. */
  readonly width: number;
  /** Share of the step before; undefined for the first, and after an empty one. */
  readonly conversion: number | undefined;
}

/** Steps of a funnel, by the first series. */
export function funnelOf({ categories }: Pick<ChartData, 'categories'>): readonly FunnelStep[] {
  const values = categories.map(({ values }) => Math.max(0, values[0] ?? 0));
  const most = Math.max(...values, 1);
  return values.map((value, at) => {
    const before = values[at - 1];
    return {
      width: value / most,
      conversion: before === undefined || before === 0 ? undefined : value / before,
    };
  });
}

export interface Spark {
  readonly path: string;
  readonly area: string;
  readonly last: { readonly x: number; readonly y: number } | undefined;
}

/** A small line without axes. A single value is a dot. */
export function sparkOf(values: readonly Value[], { width, height }: Box): Spark {
  const numbers = values.filter((value) => value !== null);
  const [low, high] = [Math.min(0, ...numbers), Math.max(0, ...numbers)];
  const pad = 3;
  const y = scaleLinear()
    .domain(low === high ? [0, 1] : [low, high])
    .range([height - pad, pad]);
  const x = scaleLinear()
    .domain([0, Math.max(1, values.length - 1)])
    .range([pad, width - pad]);
  const entries = values.map((value, at) => [at, value] as const);
  const isThere = ([, value]: readonly [number, Value]) => value !== null;
  const path = line<readonly [number, Value]>()
    .defined(isThere)
    .x(([at]) => x(at))
    .y(([, value]) => y(value ?? 0))
    .curve(curveMonotoneX);
  const fill = area<readonly [number, Value]>()
    .defined(isThere)
    .x(([at]) => x(at))
    .y0(y(0))
    .y1(([, value]) => y(value ?? 0))
    .curve(curveMonotoneX);
  const last = entries.findLast(isThere);
  return {
    path: path(entries) ?? '',
    area: fill(entries) ?? '',
    last: last && { x: x(last[0]), y: y(last[1] ?? 0) },
  };
}
