import type { TeamDb } from '#server/db/database.ts';
import type { ReportPeriod } from './days.ts';
import type { Dimension, FilterName } from './definitions.ts';

/*
 * Facts of the reports: relations of records with the time at which they count, their dimensions, and what each contributes to a measure. Sums
 * and the list of the records of a number read the same relation, so that they cannot differ (docs/adr/0233-reports.md).
 */

export const recordTypes = [
  'deal',
  'conversation',
  'task',
  'time_entry',
  'campaign',
  'contract',
  'billing_line',
] as const;
export type RecordType = (typeof recordTypes)[number];

/** SQL of a dimension; `many` is that of an array: the record counts in several rows. */
type Key = string | { readonly many: string };

/** `period`: the period is short and may be long ago, so that a source should first leave out the records that do not count in it. */
export type Reach = 'all' | 'period';

export interface Source {
  readonly type: RecordType;
  /** SQL of the record's id. */
  readonly id: string;
  /** SQL of the instant at which it counts. */
  readonly at: string;
  /** SQL of the day on which it counts, if `at` is the beginning of a day: days are compared faster. */
  readonly day?: string;
  /**
   * Set if the records of a moment are counted: SQL that is true at the end of the period and of the previous one. The totals count only these
   * records, rows of months and weeks those of their end.
   */
  readonly isAtEnd?: string;
  /**
   * SQL: FROM and WHERE, which restricts the team and the period from `$previous_from` to `$to`. A function places the conditions of the filters
   * where they spare work.
   */
  readonly from: string | ((conditions: string, reach: Reach) => string);
  readonly keys: { readonly [K in Exclude<Dimension, 'month' | 'week'>]?: Key };
  /** Conditions; a record without one for a filter in use is left out. */
  readonly filters: { readonly [K in FilterName]?: string };
  /** Measure → SQL of the contribution of a record; null if it does not count. */
  readonly values: Readonly<Record<string, string>>;
}

/** Properties of the query that facts depend on. */
export interface FactQuery extends ReportPeriod {
  readonly team: { readonly zone: string };
}

export interface Facts {
  /** Further parameters of the statements. */
  readonly parameters?: (
    db: TeamDb,
    query: FactQuery,
  ) => Promise<Readonly<Record<string, unknown>>>;
  /** SQL of the inbox of a record, if callers may be restricted to some. */
  readonly part?: string;
  /** Common table expressions that the sources read. @param filters those in use */
  readonly ctes?: (filters: readonly FilterName[], reach: Reach) => readonly string[];
  readonly sources: readonly Source[];
  /**
   * Changes of the number of records of a moment, by the measures of the source that counts these: 1 and -1. Their sum until a moment is that
   * number. Reports over many records use them, since changes can be added.
   */
  readonly changes?: Source;
}

/** SQL: the first instant of a day in the team's time zone. */
export const startOf = (day: string) => `(${day}::timestamp at time zone $zone::text)`;
/** SQL: the instants at which the previous period begins, the period begins, and it is over. */
export const begin = startOf('$previous_from::date');
export const middle = startOf('$from::date');
export const end = startOf('($to::date + 1)');

/** SQL: an instant is in the period or the previous one. */
export const isWithin = (instant: string) => `${instant} >= ${begin} and ${instant} < ${end}`;
/**
 * The same for an instant that no statistics exist about, such as one of a common table expression: PostgreSQL assumes that a range of those has
 * hardly any rows, and then looks each one up in the next table. Comparisons of two expressions are no range.
 */
export const isComputedWithin = (instant: string) =>
  `${instant} >= ${begin} and ${instant} + interval '0' < ${end}`;
/** SQL: a day is in the period or the previous one. */
export const isOnDays = (day: string) => `${day} between $previous_from::date and $to::date`;
/** The same for a day that no statistics exist about. */
export const isComputedOnDays = (day: string) =>
  `${day} >= $previous_from::date and ${day} + 0 <= $to::date`;
/** SQL: the day of an instant in the team's time zone. */
export const dayOf = (instant: string) => `(${instant} at time zone $zone::text)::date`;
/**
 * SQL: an instant whose minimum or maximum PostgreSQL computes from all matching rows. It may otherwise search an index of instants for the first
 * row of a record, and read all others.
 */
export const unindexed = (instant: string) => `${instant} + interval '0'`;
/** SQL: days between two instants. */
export const daysFrom = (from: string, to: string) => `date_part('epoch', ${to} - ${from}) / 86400`;
/** SQL: 100 if a condition is true, otherwise 0: the average is a share in percent. */
export const share = (condition: string) => `case when ${condition} then 100 else 0 end`;
/** SQL: a record counts in the period, not in the previous one. */
export const isCurrent = ({ at, day }: Pick<Source, 'at' | 'day'>) =>
  day === undefined ? `${at} >= ${middle}` : `${day} >= $from::date`;
/** SQL: the conditions of the filters in use. */
export const conditionsOf = ({ filters }: Pick<Source, 'filters'>, names: readonly FilterName[]) =>
  names.map((name) => ` and (${filters[name] ?? 'false'})`).join('');
/** SQL: an equality filter. */
export const isFilter = (column: string, name: FilterName) =>
  `${column} = $${name}::${name.endsWith('_id') ? 'uuid' : 'text'}`;
