import { instantOf } from '#server/platform/zoned-time.ts';

/*
 * Periods of contracts. Every period is computed from the first day of the contract, never from the period before it, so that a contract of
 * the 31st returns to the 31st after a shorter month. Days are `YYYY-MM-DD`, of the years 1 to 9999.
 */

/** Terms of a contract that determine its periods. */
export interface Terms {
  readonly period: 'one_off' | 'monthly' | 'quarterly' | 'yearly';
  readonly starts_on: string;
  /** The last day; null if the contract has no end. */
  readonly ends_on: string | null;
}

export interface Period {
  /** Number of the period, starting at 0. */
  readonly index: number;
  readonly starts_on: string;
  /** The last day; null if the period has no end. */
  readonly ends_on: string | null;
}

const monthsIn = { monthly: 1, quarterly: 3, yearly: 12 } as const;
const lastYear = 9_999;

const isLeapYear = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
const daysIn = (year: number, month: number) =>
  month === 2 ? (isLeapYear(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;

const partsOf = (day: string) => day.split('-').map(Number) as [number, number, number];
const dayOf = (year: number, month: number, day: number) =>
  [
    String(year).padStart(4, '0'),
    String(month).padStart(2, '0'),
    String(day).padStart(2, '0'),
  ].join('-');

/** The day a number of months later; the last day of a month that is too short. Undefined after the year 9999. */
export function monthsAfter(day: string, count: number): string | undefined {
  const [year, month, date] = partsOf(day);
  const months = year * 12 + month - 1 + count;
  const [toYear, toMonth] = [Math.floor(months / 12), (months % 12) + 1];
  if (toYear > lastYear) return undefined;
  return dayOf(toYear, toMonth, Math.min(date, daysIn(toYear, toMonth)));
}

/** The day before; undefined before the year 1. */
function dayBefore(day: string): string | undefined {
  const [year, month, date] = partsOf(day);
  if (date > 1) return dayOf(year, month, date - 1);
  if (month > 1) return dayOf(year, month - 1, daysIn(year, month - 1));
  return year > 1 ? dayOf(year - 1, 12, 31) : undefined;
}

/** The day after; undefined after the year 9999. */
export function dayAfter(day: string): string | undefined {
  const [year, month, date] = partsOf(day);
  if (date < daysIn(year, month)) return dayOf(year, month, date + 1);
  if (month < 12) return dayOf(year, month + 1, 1);
  return year < lastYear ? dayOf(year + 1, 1, 1) : undefined;
}

const earlier = (a: string | null, b: string | null) =>
  a === null ? b : b === null || a < b ? a : b;

/** The period with a number; undefined if the contract ends before it. */
export function periodAt(terms: Terms, index: number): Period | undefined {
  const { period, starts_on, ends_on } = terms;
  if (period === 'one_off') return index === 0 ? { index, starts_on, ends_on } : undefined;
  const months = monthsIn[period];
  const first = monthsAfter(starts_on, index * months);
  if (first === undefined || (ends_on !== null && first > ends_on)) return undefined;
  const next = monthsAfter(starts_on, (index + 1) * months);
  const last = next === undefined ? `${lastYear}-12-31` : (dayBefore(next) ?? first);
  return { index, starts_on: first, ends_on: earlier(last, ends_on) };
}

/** Number of the period in which a day is; -1 before the first one. A day after the end counts as the last day of the contract. */
export function indexOn(terms: Terms, day: string): number {
  const { period, starts_on, ends_on } = terms;
  const on = ends_on !== null && day > ends_on ? ends_on : day;
  if (on < starts_on) return -1;
  if (period === 'one_off') return 0;
  const months = monthsIn[period];
  const [year, month] = partsOf(starts_on);
  const [toYear, toMonth] = partsOf(on);
  const index = Math.floor(((toYear - year) * 12 + toMonth - month) / months);
  const first = monthsAfter(starts_on, index * months);
  return first !== undefined && first > on ? index - 1 : index;
}

/** The last periods up to the one in which a day is, oldest first. @param most of them */
export function periodsUntil(terms: Terms, day: string, most: number): readonly Period[] {
  const last = indexOn(terms, day);
  const periods: Period[] = [];
  for (let index = Math.max(0, last - most + 1); index <= last; index += 1) {
    const period = periodAt(terms, index);
    if (period) periods.push(period);
  }
  return periods;
}

/** The first instant of a day in a time zone, as Unix milliseconds: after a skipped midnight, the moment at which the clock changes. */
export const startOf = (day: string, zone: string): number =>
  instantOf(zone, Date.parse(`${day}T00:00:00Z`));

/** The instant at which a period is over; undefined if it has no end. */
export function endOf({ ends_on }: Pick<Period, 'ends_on'>, zone: string): number | undefined {
  const next = ends_on === null ? undefined : dayAfter(ends_on);
  return next === undefined ? undefined : startOf(next, zone);
}
