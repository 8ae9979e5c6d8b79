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

export type Zoom = 'month' | 'quarter';

/** Months shown before and after the one or three of the zoom. */
const monthsOf = { month: 1, quarter: 3 } as const;
/** Width of a day in pixels. */
export const dayWidthOf = { month: 28, quarter: 10 } as const;

/** First and last day of a timeline, in whole weeks. */
export function timelineDays(at: string, zoom: Zoom, locale: string) {
  const months = monthsOf[zoom];
  const month = Number(at.slice(5, 7));
  const begin = addMonths(`${monthOf(at)}-01`, zoom === 'quarter' ? -((month - 1) % 3) : 0);
  const first = addMonths(begin, -months);
  const end = addDays(addMonths(begin, 2 * months), -1);
  return {
    from: addDays(first, -daysIntoWeek(first, locale)),
    to: addDays(end, 6 - daysIntoWeek(end, locale)),
    /** First day of the month or quarter itself. */
    begin,
  };
}

export const addZooms = (at: string, zoom: Zoom, count: number) =>
  addMonths(at, count * monthsOf[zoom]);

/** Weeks of a timeline, by their first day. */
export function weeksBetween(from: string, to: string): readonly string[] {
  const count = Math.ceil((daysBetween(from, to) + 1) / 7);
  return Array.from({ length: count }, (_, week) => addDays(from, 7 * week));
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
