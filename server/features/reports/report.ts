import type { TeamDb } from '#server/db/database.ts';
import type { TeamStatement } from '#server/db/statement.ts';
import type { Context } from '#server/operations/context.ts';
import { seesAll } from '#server/operations/masking.ts';
import { ApiError, invalid } from '#server/platform/errors.ts';
import { addDays, bucketsOf } from './days.ts';
import { buckets, type Dimension, type Measure, reports, type Unit } from './definitions.ts';
import { memberCapacities } from './member-capacity.ts';
import { firstMoment, parametersOf, type ReportQuery } from './report-query.ts';
import type { Source } from './source.ts';
import {
  isTime,
  nameStatement,
  type RowChoice,
  recordStatement,
  sumStatement,
} from './statement.ts';
import { maxExactRecords } from './sums/stored-sums.ts';
import { findSums, requestSumsOf, summedReport } from './sums/summed-report.ts';

/* Computes a report, and lists the records of one of its numbers (docs/adr/0233-reports.md). */

/** Max rows of a report; those with the largest first measure are returned. */
export const maxRows = 500;

export type Values = Readonly<Record<string, unknown>>;

const sumStatements = new Map<string, TeamStatement>();
const nameStatements = new Map<Dimension, TeamStatement | undefined>();

function memoized<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  if (!map.has(key)) map.set(key, make());
  return map.get(key) as V;
}

/** Sums of a period or of one of its rows, by measure. */
type Sums = Readonly<Record<string, number | null>>;

interface SumRow {
  readonly is_previous: boolean;
  readonly is_total: boolean;
  readonly key: string | null;
  readonly records: number;
}

/** Sums of a row in the period and in the previous one. */
type Pair = [current: Record<string, number | null>, previous: Record<string, number | null>];

const isSum = ({ method }: Measure) => method === 'sum' || method === 'count';

/** Adds sums of a source to those of other sources. */
function merge(into: Record<string, number | null>, sums: Values, measures: Measures): void {
  for (const [name, measure] of Object.entries(measures)) {
    const value = sums[name];
    if (typeof value !== 'number') continue;
    into[name] = isSum(measure) ? (into[name] ?? 0) + value : value;
  }
}

type Measures = Readonly<Record<string, Measure>>;

const digits: Readonly<Record<Unit, number>> = {
  count: 6,
  money: 2,
  hours: 6,
  days: 6,
  percent: 6,
};
const rounded = (value: number, unit: Unit) => Number(value.toFixed(digits[unit]));

/** Value of a measure; sums without any record are 0. */
function measureValue(measures: Measures, name: string, sums: Sums): number | null {
  const { method, unit } = measures[name] as Measure;
  if (typeof method === 'object') {
    const [part, whole] = method.rate.map((each) => sums[each] ?? null);
    if (!whole) return null;
    return rounded(((part ?? 0) / whole) * 100, unit);
  }
  const value = sums[name] ?? (method === 'sum' || method === 'count' ? 0 : null);
  return value === null ? null : rounded(value, unit);
}

export interface ReportRow {
  readonly key: string | null;
  readonly label: string | null;
  readonly values: readonly (number | null)[];
  readonly previous: readonly (number | null)[];
}

/** Keys of the rows in their order, with the keys of the previous period that they are compared with. */
function orderedKeys(
  { by, from, to, previous_from, previous_to, team }: ReportQuery,
  rows: ReadonlyMap<string | null, Pair>,
  sizeOf: (key: string | null) => number,
): readonly (readonly [key: string | null, previous: string | null | undefined])[] {
  if (isTime(by)) {
    const before = bucketsOf(by, previous_from, previous_to);
    return bucketsOf(by, from, to).map((key, n) => [key, before[n]]);
  }
  const keys = [...rows.keys()];
  const fixed = by === 'phase' ? team.phases : by === 'bucket' ? buckets : [];
  const listed = fixed.filter((key) => by === 'bucket' || rows.has(key));
  const rest = keys
    .filter((key) => key === null || !listed.includes(key))
    .toSorted((a, b) => sizeOf(b) - sizeOf(a) || String(a).localeCompare(String(b)));
  return [...listed, ...rest].map((key) => [key, key]);
}

export interface ReportAnswer {
  readonly is_masked: boolean;
  readonly totals: readonly {
    readonly measure: string;
    readonly unit: Unit;
    readonly value: number | null;
    readonly previous: number | null;
  }[];
  readonly columns: readonly {
    readonly measure: string;
    readonly unit: Unit;
    readonly has_records: boolean;
  }[];
  readonly rows: readonly ReportRow[];
  readonly [name: string]: unknown;
}

/**
 * Reads a statement over the facts of a report. These read many records: other teams must not wait for them.
 * @throws ApiError TOO_COSTLY on timeout
 */
async function readFacts(db: TeamDb, statement: TeamStatement, parameters: Values) {
  try {
    return await db.aggregate(statement, parameters);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'TOO_COSTLY')) throw error;
    const message = 'This report reads too many records: choose a shorter period, or add a filter.';
    throw new ApiError('TOO_COSTLY', message, { cause: error });
  }
}

type AddSums = (sums: {
  readonly isPrevious: boolean;
  readonly isTotal: boolean;
  readonly key: string | null;
  readonly values: Values;
}) => void;

/** Reads the sums of all records of some sources. @param parameters of the statement @returns the number of records */
async function addFacts(
  db: TeamDb,
  query: ReportQuery,
  sources: readonly Source[],
  parameters: Values,
  add: AddSums,
): Promise<number> {
  const { report, facts, by, filters } = query;
  const statement = memoized(sumStatements, [report, sources.length, by, ...filters].join(), () =>
    sumStatement({ ...facts, sources }, reports[report].measures, by, filters),
  );
  const [row] = await readFacts(db, statement, parameters);
  let count = 0;
  for (const values of (Object.values(row ?? {}) as (readonly (SumRow & Values)[])[]).flat()) {
    const { is_previous, is_total, key, records } = values;
    add({ isPrevious: is_previous, isTotal: is_total, key, values });
    if (is_total) count += records;
  }
  return count;
}

/**
 * Adds the sums of a report: of all its records or, if they are many, from stored sums.
 * @returns the time of the stored sums, null without them
 */
async function addSums(db: TeamDb, query: ReportQuery, add: AddSums): Promise<string | null> {
  const { sources } = query.facts;
  const sums = await findSums(db, query);
  const parameters = await parametersOf(db, query);
  const summed = await summedReport(db, query, sums, parameters, (...call) =>
    readFacts(db, ...call),
  );
  if (summed) {
    for (const each of summed.rows) add(each);
    const ofMoments = sources.filter(({ isAtEnd }) => isAtEnd !== undefined);
    if (ofMoments.length > 0 && !summed.hasMoments) {
      // Earlier changes are contained in the state at the first moment.
      const previous_from = addDays(firstMoment(query), 1);
      await addFacts(db, query, ofMoments, { ...parameters, previous_from }, add);
    }
    await requestSumsOf(db, query, sums);
    return summed.asOf;
  }
  try {
    const count = await addFacts(db, query, sources, parameters, add);
    if (count > maxExactRecords) await requestSumsOf(db, query, sums);
  } catch (error) {
    if (!sums || !(error instanceof ApiError && error.code === 'TOO_COSTLY')) throw error;
    await requestSumsOf(db, query, sums);
    const message =
      'This report reads too many records, and is now being added up: repeat it in a minute, or choose a shorter period.';
    throw new ApiError('TOO_COSTLY', message, { cause: error, reason: 'being_added_up' });
  }
  return null;
}

/** Computes a report. @param most rows */
export async function computeReport(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  query: ReportQuery,
  most: number = maxRows,
): Promise<ReportAnswer> {
  const { report, by, team } = query;
  const { measures } = reports[report];
  const total: Pair = [{}, {}];
  const rows = new Map<string | null, Pair>();
  const pairOf = (name: string | null) => memoized(rows, name, (): Pair => [{}, {}]);
  const add: AddSums = ({ isPrevious, isTotal, key, values }) =>
    merge((isTotal ? total : pairOf(key))[isPrevious ? 1 : 0], values, measures);
  const asOf = await addSums(db, query, add);
  if (report === 'hours') await addCapacities(db, query, total, pairOf);

  const visible = Object.entries(measures).filter(([, { isHidden }]) => !isHidden);
  const isMasked = !seesAll(actor) && visible.some(([, { isConfidential }]) => isConfidential);
  const valuesOf = (sums: Sums) =>
    visible.map(([name, { isConfidential }]) =>
      isMasked && isConfidential ? null : measureValue(measures, name, sums),
    );
  // The order must not reveal values that are masked.
  const [first] = visible.find(([, { isConfidential }]) => !(isMasked && isConfidential)) ?? [];
  const sizeOf = (name: string | null) =>
    first === undefined ? 0 : (rows.get(name)?.[0][first] ?? 0);
  const ordered = orderedKeys(query, rows, sizeOf);
  const listed = ordered.slice(0, most);
  const names = await namesOf(
    db,
    by,
    listed.flatMap(([each]) => each ?? []),
  );
  const totals = valuesOf(total[0]);
  const previous = valuesOf(total[1]);
  const { from, to, previous_from, previous_to } = query;
  return {
    ...{ report, from, to, previous_from, previous_to, by },
    ...{ is_approximate: asOf !== null, as_of: asOf },
    is_masked: isMasked,
    totals: visible.map(([measure, { unit }], n) => ({
      ...{ measure, unit },
      value: totals[n] ?? null,
      previous: previous[n] ?? null,
    })),
    columns: visible.map(([measure, { unit, method }]) => ({
      ...{ measure, unit },
      has_records: method !== 'given',
    })),
    rows: listed.map(([each, before]) => ({
      key: each,
      label: each === null ? null : (names?.get(each) ?? (names ? null : each)),
      values: valuesOf(rows.get(each)?.[0] ?? {}),
      previous:
        before === undefined ? visible.map(() => null) : valuesOf(rows.get(before)?.[1] ?? {}),
    })),
    rows_left_out: ordered.length - listed.length,
    time_zone: team.zone,
  };
}

async function namesOf(db: TeamDb, by: Dimension, ids: readonly string[]) {
  const statement = memoized(nameStatements, by, () => nameStatement(by));
  if (!statement) return undefined;
  const records = ids.length > 0 ? await db.read(statement, { ids }) : [];
  return new Map(records.map(({ id, name }) => [String(id), name as string | null]));
}

/** Adds the capacity of members to the sums of hours; capacity belongs to no project and no client. */
async function addCapacities(
  db: TeamDb,
  { by, from, to, previous_from, filters, parameters, team }: ReportQuery,
  total: Pair,
  pairOf: (key: string | null) => Pair,
): Promise<void> {
  if (filters.includes('project_id') || filters.includes('client_id')) return;
  const capacities = await memberCapacities(db, team.hours, {
    ...{ from: previous_from, to },
    user: (parameters.user_id as string | undefined) ?? null,
  });
  for (const { user_id, day, hours: available } of capacities) {
    const which = day < from ? 1 : 0;
    const add = (sums: Record<string, number | null>) => {
      sums.capacity = (sums.capacity ?? 0) + available;
    };
    add(total[which]);
    if (by === 'person') add(pairOf(user_id)[which]);
    else if (isTime(by)) add(pairOf(bucketsOf(by, day, day)[0] ?? day)[which]);
  }
}

/** Query of the records of one number. */
export interface RecordQuery {
  /** By default the first one. */
  readonly measure: string | undefined;
  readonly row: string | undefined;
  readonly isWithoutKey: boolean;
  readonly page: number;
  readonly limit: number;
}

const recordStatements = new Map<string, TeamStatement>();

/** Lists the records of one number of a report, the latest first. @throws ApiError VALIDATION_ERROR */
export async function listRecords(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  query: ReportQuery,
  { measure: chosen, row, isWithoutKey, page, limit }: RecordQuery,
): Promise<object> {
  const { report, facts, by, filters } = query;
  const { measures } = reports[report];
  const name = chosen ?? Object.keys(measures)[0] ?? '';
  const measure = Object.hasOwn(measures, name) ? measures[name] : undefined;
  if (!measure || measure.isHidden || measure.method === 'given') {
    const listable = Object.entries(measures).flatMap(([each, { isHidden, method }]) =>
      isHidden || method === 'given' ? [] : [each],
    );
    throw invalid(
      `measure: the records of the report ${report} are listed by ${listable.join(', ')}.`,
      'measure',
      'not_allowed',
    );
  }
  if (row !== undefined && isWithoutKey)
    throw invalid('row and without_key exclude each other.', ['row', 'without_key'], 'conflicting');
  // The records of a rate are those of its part.
  const counted = typeof measure.method === 'object' ? measure.method.rate[0] : name;
  const choice: RowChoice = isWithoutKey ? 'without_key' : row === undefined ? 'all' : 'one';
  const statement = memoized(
    recordStatements,
    [report, counted, by, choice, ...filters].join(),
    () => recordStatement(facts, counted, by, filters, choice),
  );
  const [answer] = await readFacts(db, statement, {
    ...(await parametersOf(db, query)),
    // Reads no record of the previous period.
    previous_from: query.from,
    ...{ row: row ?? null, page, limit },
  });
  const isMasked = !seesAll(actor) && measure.isConfidential === true;
  const total = Number(answer?.total ?? 0);
  const records = (answer?.records ?? []) as readonly Values[];
  return {
    ...{ report, measure: name },
    unit: (measures[counted] as Measure).unit,
    is_masked: isMasked,
    ...{ total, page, limit, pages: Math.ceil(total / limit) },
    records: isMasked ? records.map((each) => ({ ...each, value: null })) : records,
  };
}
