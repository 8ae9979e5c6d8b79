import { type TeamStatement, teamStatement, unprepared } from '#server/db/statement.ts';
import type { Dimension, FilterName, Measure } from '../definitions.ts';
import { dayOf, type Facts, isCurrent, type Reach, type Source } from '../source.ts';
import { ctesOf, isTime, keyOf, keysOf, keyText, relationOf } from '../statement.ts';
import { addHistogram, bucketOf, type Histogram, percentileOf } from './histogram.ts';

/*
 * Cells: count, sum and histogram of each contribution to the measures of a report, by month or by period, and by the key of a dimension. Cells can
 * be added; medians and percentiles cannot (docs/adr/0257-sums-of-reports.md).
 */

/** Dimension of stored cells. Rows of months and weeks are added from those of days. */
export type CellDimension = Exclude<Dimension, 'month' | 'week'> | 'day' | 'total';
/** `month`: the numbers of the months; `period`: 0 for the period, 1 for the previous one. */
type Span = 'month' | 'period';

/** Months are all months of a team; a period is the days that they leave of it. */
const reachOf = (span: Span): Reach => (span === 'month' ? 'all' : 'period');

type Measures = Readonly<Record<string, Measure>>;

/** Count, sum and histogram of a contribution. */
interface Column {
  n: number;
  sum: number;
  readonly histogram: Histogram;
}

const isPercentile = ({ method }: Measure) => method === 'median' || method === 'p90';

/** Contributions of a source, without repetitions, and those that need a histogram. */
function columnsOf(source: Source, measures: Measures) {
  const columns = [...new Set(Object.values(source.values))];
  const hasHistogram = columns.map((column) =>
    Object.entries(source.values).some(
      ([name, sql]) => sql === column && isPercentile(measures[name] as Measure),
    ),
  );
  return { columns, hasHistogram };
}

/** Sources whose records can be added over days: instead of those that count the records of a moment, the changes of that number. */
export const additive = ({ sources, changes }: Facts) => [
  ...sources.filter(({ isAtEnd }) => isAtEnd === undefined),
  ...(changes ? [changes] : []),
];

function keyIn(source: Source, by: Dimension | CellDimension) {
  if (by === 'total') return { sql: 'null::text', isMany: false, text: 'f.key' };
  if (by === 'day')
    return { sql: source.day ?? dayOf(source.at), isMany: false, text: 'f.key::text' };
  return { ...keyOf(source, by), text: keyText(by, 'f.key') };
}

/** SQL: the cells of a source, one row for the counts and sums, and one for each bucket of a histogram. */
function cellsOf(
  facts: Facts,
  source: Source,
  measures: Measures,
  by: Dimension | CellDimension,
  filters: readonly FilterName[],
  span: Span,
): string {
  const { columns, hasHistogram } = columnsOf(source, measures);
  const key = keyIn(source, by);
  const spanKey =
    span === 'month' ? keyOf(source, 'month').sql : `(not ${isCurrent(source)})::integer`;
  const place = additive(facts).indexOf(source);
  const values = columns.map((value, n) => `(${value})::double precision as v${n}`).join(', ');
  const bucketed = columns.flatMap((_, n) => (hasHistogram[n] ? [n] : []));
  const buckets = bucketed.map((n) => `${bucketOf(`f.v${n}`)} as b${n}`);
  // `offset 0` keeps PostgreSQL from repeating the values for each of their uses.
  const relation = `(select ${spanKey} as span, ${facts.part ?? "''"}::text as part, ${key.sql} as key, ${values}
      from ${relationOf(source, filters, reachOf(span))} offset 0)`;
  const rows = `(select ${['f.span', 'f.part', key.isMany ? `${keysOf('f.key')} as key` : 'f.key', ...columns.map((_, n) => `f.v${n}`), ...buckets].join(', ')} from ${relation} f)`;
  const all = 'f.span, f.part, f.key';
  const sets = [`(${all})`, ...bucketed.map((n) => `(${all}, f.b${n})`)];
  const kind = `case ${bucketed.map((n) => `when grouping(f.b${n}) = 0 then ${n}`).join(' ')} else -1 end`;
  const bucket = `coalesce(${[...bucketed.map((n) => `f.b${n}`), 'null::integer'].join(', ')})`;
  const list = (of: string) => `array[${columns.map((_, n) => `${of}(f.v${n})`).join(', ')}]`;
  return `select ${place} as source, f.span, f.part, ${key.text} as key, ${bucketed.length > 0 ? kind : '-1'} as histogram,
      ${bucket} as bucket, count(*)::integer as n, ${list('count')}::double precision[] as counts, ${list('sum')}::double precision[] as sums
    from ${rows} f group by grouping sets (${sets.join(', ')})`;
}

/** Reads the cells of the additive sources: source, span, part, key, histogram, bucket, n, counts, sums. */
export function cellStatement(
  facts: Facts,
  measures: Measures,
  by: Dimension | CellDimension,
  filters: readonly FilterName[],
  span: Span,
): TeamStatement {
  const needsSpans = span === 'month' || (by !== 'day' && by !== 'total' && isTime(by));
  const ctes = ctesOf(facts, needsSpans ? 'month' : 'person', filters, reachOf(span));
  const head = ctes.length > 0 ? `with ${ctes.join(',\n')}\n` : '';
  const parts = additive(facts).map((source) =>
    cellsOf(facts, source, measures, by, filters, span),
  );
  return teamStatement(
    `${head}select c.* from (${parts.join('\nunion all\n')}) c where $team::uuid is not null`,
    unprepared,
  );
}

type CellRow = readonly [
  source: number,
  span: number,
  part: string,
  key: string | null,
  histogram: number,
  bucket: number | null,
  n: number,
  counts: readonly number[],
  sums: readonly (number | null)[],
];

/** A cell as it is stored: for each contribution the count, the sum, and the buckets of its histogram with their counts in turn. */
export type StoredCell = readonly [
  source: number,
  part: string,
  key: string | null,
  columns: readonly (readonly [n: number, sum: number, buckets: readonly number[]])[],
];

/** Cells by source, part and key. */
export class Cells {
  readonly #facts: Facts;
  readonly #measures: Measures;
  readonly #cells = new Map<
    string,
    { source: number; part: string; key: string | null; columns: Column[] }
  >();

  constructor(facts: Facts, measures: Measures) {
    this.#facts = facts;
    this.#measures = measures;
  }

  #cellOf(source: number, part: string, key: string | null) {
    const name = `${source} ${part} ${key === null ? '' : `=${key}`}`;
    let cell = this.#cells.get(name);
    if (!cell) {
      const of = additive(this.#facts)[source] as Source;
      const columns = columnsOf(of, this.#measures).columns.map(() => ({
        n: 0,
        sum: 0,
        histogram: new Map(),
      }));
      cell = { source, part, key, columns };
      this.#cells.set(name, cell);
    }
    return cell;
  }

  get isEmpty(): boolean {
    return this.#cells.size === 0;
  }

  /** True if a cell counts the changes of the number of records of a moment. */
  #isOfChanges({ source }: { readonly source: number }): boolean {
    return additive(this.#facts)[source] === this.#facts.changes;
  }

  /** Number of records: those with any contribution. */
  recordCount(): number {
    return [...this.#cells.values()]
      .filter((cell) => !this.#isOfChanges(cell))
      .reduce((sum, { columns }) => sum + Math.max(0, ...columns.map(({ n }) => n)), 0);
  }

  /** Sums of the changes of the number of records of a moment, by key. */
  changes(): ReadonlyMap<string | null, number> {
    const sums = new Map<string | null, number>();
    for (const cell of this.#cells.values())
      if (this.#isOfChanges(cell))
        sums.set(cell.key, (sums.get(cell.key) ?? 0) + (cell.columns[0]?.sum ?? 0));
    return sums;
  }

  /** Adds a row of {@link cellStatement}, as its columns. */
  addRow(row: readonly unknown[]): void {
    const [source, , part, key, histogram, bucket, n, counts, sums] = row as CellRow;
    const { columns } = this.#cellOf(source, part, key);
    if (histogram >= 0) {
      const column = columns[histogram];
      if (column && bucket !== null) addHistogram(column.histogram, [[bucket, n]]);
      return;
    }
    for (const [i, column] of columns.entries()) {
      column.n += counts[i] ?? 0;
      column.sum += sums[i] ?? 0;
    }
  }

  /** Adds a stored cell. */
  add([source, part, , stored]: StoredCell, key: string | null): void {
    const { columns } = this.#cellOf(source, part, key);
    for (const [i, [n, sum, buckets]] of stored.entries()) {
      const column = columns[i];
      if (!column) continue;
      column.n += n;
      column.sum += sum;
      for (let at = 0; at < buckets.length; at += 2)
        addHistogram(column.histogram, [[buckets[at] ?? 0, buckets[at + 1] ?? 0]]);
    }
  }

  toStored(): readonly StoredCell[] {
    return [...this.#cells.values()].map(({ source, part, key, columns }) => [
      source,
      part,
      key,
      columns.map(({ n, sum, histogram }) => [n, sum, [...histogram].flat()] as const),
    ]);
  }

  /** The parts that a caller may see, added up. @param isTotal true to add up the keys as well */
  merged(isVisible: (part: string) => boolean, isTotal = false): Cells {
    const merged = new Cells(this.#facts, this.#measures);
    for (const [source, part, key, columns] of this.toStored())
      if (isVisible(part)) merged.add([source, '', key, columns], isTotal ? null : key);
    return merged;
  }

  /** Values of the measures by key and source, without the changes. */
  values(): readonly {
    readonly key: string | null;
    readonly values: Readonly<Record<string, number | null>>;
  }[] {
    const cells = [...this.#cells.values()].filter((cell) => !this.#isOfChanges(cell));
    return cells.map(({ source, key, columns }) => {
      const of = additive(this.#facts)[source] as Source;
      const contributions = columnsOf(of, this.#measures).columns;
      const values = Object.entries(of.values).map(([name, sql]) => [
        name,
        measureOf(this.#measures[name] as Measure, columns[contributions.indexOf(sql)] as Column),
      ]);
      return { key, values: Object.fromEntries(values) };
    });
  }
}

function measureOf({ method }: Measure, { n, sum, histogram }: Column): number | null {
  if (method === 'count') return n;
  if (method === 'median') return percentileOf(histogram, 0.5);
  if (method === 'p90') return percentileOf(histogram, 0.9);
  if (n === 0) return null;
  return method === 'average' ? sum / n : sum;
}
