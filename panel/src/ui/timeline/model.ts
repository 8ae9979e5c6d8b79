import {
  addDays,
  addMonths,
  daysBetween,
  daysIntoWeek,
  formatDay,
  monthOf,
} from '../calendar/days.ts';
import { covers, inLanes, lastDayOf, type Stretch } from '../calendar/lanes.ts';

/* Geometry of timelines: a column of pixels for each day, a row for each project. */

export const zooms = ['week', 'month', 'quarter'] as const;
export type Zoom = (typeof zooms)[number];

/** Months shown before and after the one or three of the zoom. */
const monthsOf = { month: 1, quarter: 3 } as const;
/** Width of a day in pixels. */
export const dayWidthOf = { week: 96, month: 28, quarter: 10 } as const;

/** First and last day of a timeline, in whole weeks: the period itself, and as much before and after it; two weeks with a week. */
export function timelineDays(at: string, zoom: Zoom, locale: string) {
  if (zoom === 'week') {
    const begin = addDays(at, -daysIntoWeek(at, locale));
    return { from: addDays(begin, -14), to: addDays(begin, 20), begin };
  }
  const months = monthsOf[zoom];
  const month = Number(at.slice(5, 7));
  const begin = addMonths(`${monthOf(at)}-01`, zoom === 'quarter' ? -((month - 1) % 3) : 0);
  const first = addMonths(begin, -months);
  const end = addDays(addMonths(begin, 2 * months), -1);
  return {
    from: addDays(first, -daysIntoWeek(first, locale)),
    to: addDays(end, 6 - daysIntoWeek(end, locale)),
    /** First day of the week, month or quarter itself. */
    begin,
  };
}

export const addZooms = (at: string, zoom: Zoom, count: number) =>
  zoom === 'week' ? addDays(at, 7 * count) : addMonths(at, count * monthsOf[zoom]);

/** True if two days are in the same period, or in one month of it. */
export const isSamePeriod = (a: string, b: string, zoom: Zoom, locale: string) =>
  zoom === 'week'
    ? addDays(a, -daysIntoWeek(a, locale)) === addDays(b, -daysIntoWeek(b, locale))
    : monthOf(a) === monthOf(b);

/** Columns of a timeline of a number of days each, by their first day. */
export function columnsBetween(from: string, to: string, days: number): readonly string[] {
  const count = Math.ceil((daysBetween(from, to) + 1) / days);
  return Array.from({ length: count }, (_, column) => addDays(from, days * column));
}

/** Months of a timeline: their first visible day and number of days. */
export function monthsBetween(from: string, to: string) {
  const months: { readonly day: string; readonly days: number }[] = [];
  let day = from;
  while (day <= to) {
    const next = addMonths(`${monthOf(day)}-01`, 1);
    months.push({ day, days: daysBetween(day, next <= to ? next : addDays(to, 1)) });
    day = next;
  }
  return months;
}

/** Place of a bar in a timeline, in pixels. */
export function placeOf(entry: Stretch, from: string, to: string, dayWidth: number) {
  const first = entry.date < from ? from : entry.date;
  const end = lastDayOf(entry);
  const last = end > to ? to : end;
  return {
    left: daysBetween(from, first) * dayWidth,
    width: (daysBetween(first, last) + 1) * dayWidth,
    isContinued: entry.date < from,
    continues: end > to,
  };
}

/** Bars of a row in lanes, without those out of sight. */
export function laneRows<T extends Stretch>(entries: readonly T[], from: string, to: string) {
  const bars = inLanes(entries.filter((entry) => covers(entry, from, to)));
  return { bars, lanes: Math.max(1, ...bars.map(({ lane }) => lane + 1)) };
}

export const formatMonth = (day: string, locale: string) =>
  formatDay(day, locale, { month: 'long', year: 'numeric' });
