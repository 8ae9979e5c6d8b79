import type { TeamDb } from '#server/db/database.ts';
import type { TeamStatement } from '#server/db/statement.ts';
import { addDays, addMonths, bucketsOf, monthOf, weekOf } from '../days.ts';
import { reports } from '../definitions.ts';
import type { parametersOf, ReportQuery } from '../report-query.ts';
import { isTime, keyOf } from '../statement.ts';
import { additive, type CellDimension, Cells, cellStatement } from './cells.ts';
import {
  findSumState,
  isSummed,
  maxExactRecords,
  readSums,
  requestSums,
  type SumState,
} from './stored-sums.ts';

/*
 * Reports over many records: whole months are read from stored sums, other days from the records (docs/adr/0257-sums-of-reports.md).
 */

/** Values of a row or, without a key, of the total. */
export interface SummedRow {
  readonly isPrevious: boolean;
  readonly isTotal: boolean;
  readonly key: string | null;
  readonly values: Readonly<Record<string, number | null>>;
}

export interface Summed {
  readonly rows: readonly SummedRow[];
  /** False if the rows lack the numbers of records of a moment. */
  readonly hasMoments: boolean;
  /** Later changes of records of whole months are not contained. */
  readonly asOf: string;
}

type Values = Readonly<Record<string, unknown>>;

/** Reads facts. @throws ApiError TOO_COSTLY */
type ReadFacts = (statement: TeamStatement, parameters: Values) => Promise<readonly Values[]>;

/** True if the sums of a report can serve a query: they have no filters apart from the inbox. */
const mayBeSummed = ({ report, facts, filters }: ReportQuery) =>
  isSummed(report) && filters.every((name) => name === 'inbox_id' && facts.part !== undefined);

/** The whole months from one day to another. */
const wholeMonths = (from: string, to: string) =>
  bucketsOf('month', from, to).filter(
    (month) => month >= from && addDays(addMonths(month, 1), -1) <= to,
  );

interface Days {
  readonly from: string;
  readonly to: string;
}

/** The days from one to another that are not in any of the months. */
function daysOutside(from: string, to: string, months: ReadonlySet<string>): readonly Days[] {
  const ranges: { from: string; to: string }[] = [];
  for (const month of bucketsOf('month', from, to)) {
    if (months.has(month)) continue;
    const last = addDays(addMonths(month, 1), -1);
    const days = { from: month < from ? from : month, to: last > to ? to : last };
    const latest = ranges.at(-1);
    if (latest && addDays(latest.to, 1) === days.from) latest.to = days.to;
    else ranges.push(days);
  }
  return ranges;
}

/** Numbers by the key of a row. */
type Counts = ReadonlyMap<string | null, number>;

/** Adds numbers to those of the same keys. */
function addNumbers(into: Map<string | null, number>, from: Counts) {
  for (const [key, n] of from) into.set(key, (into.get(key) ?? 0) + n);
}

/**
 * Numbers of records of moments, which are the sums of all changes until then.
 * @param before sums of the changes before the previous period, by key
 * @param changes those of the previous period and of the period, by key: of the rows
 */
function momentRows(
  { by, from, to, previous_from, previous_to }: ReportQuery,
  measure: string,
  before: Counts,
  changes: readonly [previous: Counts, current: Counts],
): readonly SummedRow[] {
  const until = new Map(before);
  const total = () => [...until.values()].reduce((a, b) => a + b, 0);
  const row = (isPrevious: boolean, isTotal: boolean, key: string | null, n: number) =>
    // Records that changed their key after the computation of the sums may count for neither or both.
    ({ isPrevious, isTotal, key, values: { [measure]: Math.max(n, 0) } });
  return [true, false].flatMap((isPrevious) => {
    const of = changes[isPrevious ? 0 : 1];
    const rows: SummedRow[] = [];
    if (isTime(by))
      for (const bucket of isPrevious
        ? bucketsOf(by, previous_from, previous_to)
        : bucketsOf(by, from, to)) {
        addNumbers(until, new Map([[null, of.get(bucket) ?? 0]]));
        rows.push(row(isPrevious, false, bucket, total()));
      }
    else {
      addNumbers(until, of);
      for (const [key, n] of until) if (n > 0) rows.push(row(isPrevious, false, key, n));
    }
    return [...rows, row(isPrevious, true, null, total())];
  });
}

/**
 * Sums of the changes before the previous period, by key; undefined without any, or if the stored months begin later.
 * @param readDays reads the cells of some days
 */
async function changesBefore(
  db: TeamDb,
  { report, facts, by, filters, previous_from }: ReportQuery,
  months: SumState['months'],
  isVisible: (part: string) => boolean,
  readDays: (statement: TeamStatement, range: Values) => ReturnType<ReadFacts>,
): Promise<Counts | undefined> {
  // The first stored month counts older changes as well.
  const stored = Object.keys(months).toSorted();
  const firstMonth = stored[0];
  const since = monthOf(previous_from);
  if (!facts.changes || firstMonth === undefined || since < firstMonth) return undefined;
  const { measures } = reports[report];
  const earlier = stored.filter((month) => month < since);
  const dimension = isTime(by) ? 'total' : by;
  const cells = new Cells(facts, measures);
  for (const month of await readSums(db, report, earlier, [dimension]))
    for (const cell of month.cells) cells.add(cell, cell[2]);
  const before = new Map(cells.merged(isVisible).changes());
  const lastMonth = earlier.at(-1);
  const from = lastMonth === undefined ? since : addMonths(lastMonth, 1);
  const to = addDays(previous_from, -1);
  if (from > to) return before;
  const only = { ...facts, sources: [] };
  const rest = new Cells(only, measures);
  const statement = cellStatement(only, measures, dimension, filters, 'period');
  for (const row of await readDays(statement, { previous_from: from, from, to }))
    rest.addRow(Object.values(row));
  addNumbers(before, rest.merged(isVisible).changes());
  return before;
}

/** State of the sums of a query. */
export type Sums = { readonly state: SumState | undefined } | undefined;

/** Finds the sums that may serve a query; undefined if none may. */
export const findSums = async (db: TeamDb, query: ReportQuery): Promise<Sums> =>
  mayBeSummed(query) ? { state: await findSumState(db, query.report) } : undefined;

/** Requests the sums after a report over many records, unless it was requested recently. */
export async function requestSumsOf(db: TeamDb, query: ReportQuery, sums: Sums): Promise<void> {
  if (!sums) return;
  const { state } = sums;
  const isCurrent = state?.is_current === true;
  const isUnrecorded = state === undefined || (state.computed_at !== null && !isCurrent);
  if (isUnrecorded || state.is_request_due) await requestSums(db, query.report, isCurrent);
}

/**
 * Computes a report from its sums; undefined if it must read all records, or should, because they are few.
 * @param parameters of {@link parametersOf}
 */
export async function summedReport(
  db: TeamDb,
  query: ReportQuery,
  sums: Sums,
  parameters: Values,
  readFacts: ReadFacts,
): Promise<Summed | undefined> {
  const { report, facts, by, from, to, previous_from, previous_to, filters } = query;
  const { computed_at: asOf = null, months, is_current } = sums?.state ?? {};
  if (asOf === null || months === undefined || is_current !== true) return undefined;
  const records = bucketsOf('month', previous_from, to)
    .map((month) => months[month] ?? 0)
    .reduce((a, b) => a + b, 0);
  if (records <= maxExactRecords) return undefined;

  const stored = new Set(
    [...wholeMonths(previous_from, previous_to), ...wholeMonths(from, to)].filter((month) =>
      Object.hasOwn(months, month),
    ),
  );
  const { measures } = reports[report];
  const isMany = additive(facts).some((source) => keyOf(source, by).isMany);
  const dimension: CellDimension = isTime(by) ? 'day' : by;
  const make = () => [new Cells(facts, measures), new Cells(facts, measures)] as const;
  const [rows, totals] = [make(), make()];
  const readDays = async (of: typeof rows, key: typeof by | 'total') => {
    const statement = cellStatement(facts, measures, key, filters, 'period');
    for (const days of daysOutside(previous_from, to, stored)) {
      const first = from < days.from ? days.from : from;
      const range = { previous_from: days.from, from: first, to: days.to };
      for (const row of await readFacts(statement, { ...parameters, ...range }))
        of[row.span === 1 ? 1 : 0].addRow(Object.values(row));
    }
  };
  const readMonths = async () => {
    const dimensions: readonly CellDimension[] = isMany ? [dimension, 'total'] : [dimension];
    for (const each of await readSums(db, report, [...stored], dimensions)) {
      const of = each.dimension === dimension ? rows : totals;
      const span = of[each.month < from ? 1 : 0];
      for (const cell of each.cells) span.add(cell, keyOfCell(cell[2]));
    }
  };
  const keyOfCell = (key: string | null) =>
    key === null || !isTime(by) ? key : by === 'month' ? monthOf(key) : weekOf(key);
  // One after the other: reports of all teams share few connections.
  await readMonths();
  await readDays(rows, by);
  if (isMany) await readDays(totals, 'total');

  const isVisible = (part: string) =>
    !db.hiddenInboxes.includes(part) &&
    (!filters.includes('inbox_id') || part === parameters.inbox_id);
  const [current, previous] = [rows[0].merged(isVisible), rows[1].merged(isVisible)];
  const summed = [current, previous].flatMap((row, span) => {
    const isPrevious = span === 1;
    const total = isMany
      ? totals[isPrevious ? 1 : 0].merged(isVisible)
      : row.merged(() => true, true);
    return [
      ...row.values().map((each) => ({ isPrevious, isTotal: false, ...each })),
      ...total.values().map((each) => ({ isPrevious, isTotal: true, ...each })),
    ];
  });

  const before = await changesBefore(db, query, months, isVisible, (statement, range) =>
    readFacts(statement, { ...parameters, ...range }),
  );
  if (!before) return { rows: summed, hasMoments: false, asOf };
  const [measure = ''] = Object.keys(facts.changes?.values ?? {});
  const moments = momentRows(query, measure, before, [previous.changes(), current.changes()]);
  return { rows: [...summed, ...moments], hasMoments: true, asOf };
}
