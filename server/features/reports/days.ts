import { invalid } from '#server/platform/errors.ts';
import { isoDay } from '#server/platform/national-holidays.ts';

/* Periods of reports, in ISO days. */

const dayMs = 86_400_000;
/** Max days of a period: two years. */
export const maxDays = 731;
const [firstDay, lastDay] = ['2000-01-01', '2100-12-31'];

export const addDays = (day: string, n: number) => isoDay(Date.parse(day) + n * dayMs);
const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / dayMs;

export const monthOf = (day: string) => `${day.slice(0, 7)}-01`;
/** The Monday of a day's week. */
export const weekOf = (day: string) => addDays(day, -((new Date(day).getUTCDay() + 6) % 7));

/** The first day of the month that is n months later. */
export const addMonths = (day: string, n: number) => {
  const date = new Date(`${monthOf(day)}T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + n);
  return isoDay(date.getTime());
};

const lastOfMonth = (day: string) => addDays(addMonths(day, 1), -1);

export interface ReportPeriod {
  readonly from: string;
  readonly to: string;
  /** The period before: whole months precede whole months, the same number of days any other period. */
  readonly previous_from: string;
  readonly previous_to: string;
}

const monthsIn = (from: string, to: string) =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 +
  Number(to.slice(5, 7)) -
  Number(from.slice(5, 7)) +
  1;

/**
 * The period of a report, by default the current month.
 * @throws ApiError VALIDATION_ERROR
 */
export function reportPeriod(
  { from, to }: { readonly from?: unknown; readonly to?: unknown },
  today: string,
): ReportPeriod {
  const [first, last] =
    from === undefined && to === undefined
      ? [monthOf(today), lastOfMonth(today)]
      : [from, to].map((day) => (typeof day === 'string' ? day : undefined));
  if (first === undefined || last === undefined)
    throw invalid('from and to are required together.', ['from', 'to'], 'required');
  if (first < firstDay || last > lastDay)
    throw invalid(
      `from and to must be between ${firstDay} and ${lastDay}.`,
      ['from', 'to'],
      'not_allowed',
    );
  if (last < first) throw invalid('to must not be before from.', 'to', 'not_allowed');
  if (daysBetween(first, last) >= maxDays)
    throw invalid(`to: a report has at most ${maxDays} days.`, 'to', 'not_allowed');
  const isWhole = first === monthOf(first) && last === lastOfMonth(last);
  return {
    from: first,
    to: last,
    previous_from: isWhole
      ? addMonths(first, -monthsIn(first, last))
      : addDays(first, -(daysBetween(first, last) + 1)),
    previous_to: addDays(first, -1),
  };
}

/** First days of the months, or Mondays of the weeks, from one day to another. */
export function bucketsOf(by: 'month' | 'week', from: string, to: string): readonly string[] {
  const buckets: string[] = [];
  for (
    let day = by === 'month' ? monthOf(from) : weekOf(from);
    day <= to;
    day = by === 'month' ? addMonths(day, 1) : addDays(day, 7)
  )
    buckets.push(day);
  return buckets;
}

/** Days from one day to another. */
export const daysOf = (from: string, to: string): readonly string[] =>
  Array.from({ length: daysBetween(from, to) + 1 }, (_, n) => addDays(from, n));
