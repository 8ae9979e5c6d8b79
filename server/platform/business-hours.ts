import { isoDay, type NationalHoliday, nationalHolidayOn } from './national-holidays.ts';
import { instantOf, localDay } from './zoned-time.ts';

/* Business hours: when a team or an inbox is open. Computed in the team's time zone, also across changes of its clock. */

/** Open time on a day of the week. */
export interface WeeklyBlock {
  /** 0 is Sunday. */
  readonly weekday: number;
  /** Such as 09:00. */
  readonly from: string;
  /** Later than `from`; at most 24:00. */
  readonly to: string;
}

/** A day that is closed as a whole. */
export interface ClosedDay {
  /** ISO day. */
  readonly date: string;
  readonly name: string;
  /** Closed on this day of every year. */
  readonly yearly: boolean;
}

export interface BusinessHours {
  readonly weekly: readonly WeeklyBlock[];
  /** Closed on the national holidays of Brazil. */
  readonly national_holidays: boolean;
  readonly holidays: readonly ClosedDay[];
}

/** Hours in a time zone. */
export interface Schedule {
  readonly hours: BusinessHours;
  readonly zone: string;
}

/** Open time, in Unix milliseconds; the end is not part of it. */
export interface Span {
  readonly begins: number;
  readonly ends: number;
}

/** The time around a moment during which a schedule is open, or closed. Undefined edges are further than {@link maxDays} away. */
export interface Period {
  readonly isOpen: boolean;
  readonly since: number | undefined;
  readonly until: number | undefined;
}

const dayMs = 86_400_000;
const minuteMs = 60_000;
/** Max number of days that are searched for an opening or a closing. */
const maxDays = 400;

export const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** The reason why a whole day is closed: a national holiday, or the name of a local one. */
export function holidayOn(
  hours: BusinessHours,
  date: string,
): { readonly national: NationalHoliday | null; readonly name: string | null } | undefined {
  const local = hours.holidays.find((day) =>
    day.yearly ? day.date.slice(5) === date.slice(5) : day.date === date,
  );
  if (local) return { national: null, name: local.name };
  const national = hours.national_holidays ? nationalHolidayOn(date) : undefined;
  return national && { national, name: null };
}

const weekdayOf = (date: string) => new Date(date).getUTCDay();

/** True if a day has open time. @param date ISO day */
export const opensOn = (hours: BusinessHours, date: string): boolean =>
  hours.weekly.some(({ weekday }) => weekday === weekdayOf(date)) && !holidayOn(hours, date);

/** True if a day has open time; without hours, from Monday to Friday. @param date ISO day */
export const isWorkingDay = (hours: BusinessHours | null, date: string): boolean =>
  hours === null ? weekdayOf(date) > 0 && weekdayOf(date) < 6 : opensOn(hours, date);

/** Open spans of a local day, in order. @param day UTC midnight of the day */
export function openSpans({ hours, zone }: Schedule, day: number): readonly Span[] {
  const weekday = new Date(day).getUTCDay();
  const blocks = hours.weekly.filter((block) => block.weekday === weekday);
  if (blocks.length === 0 || holidayOn(hours, isoDay(day))) return [];
  return blocks
    .map(({ from, to }) => ({
      begins: instantOf(zone, day + minutesOf(from) * minuteMs),
      ends: instantOf(zone, day + minutesOf(to) * minuteMs),
    }))
    .filter(({ begins, ends }) => begins < ends)
    .toSorted((a, b) => a.begins - b.begins);
}

/** Open spans that end after a moment, in order. */
function* spansAfter(schedule: Schedule, at: number): Generator<Span> {
  const today = localDay(schedule.zone, at);
  for (let day = -1; day <= maxDays; day += 1)
    for (const span of openSpans(schedule, today + day * dayMs)) if (span.ends > at) yield span;
}

/** Open spans that begin before a moment or at it, latest first. */
function* spansBefore(schedule: Schedule, at: number): Generator<Span> {
  const today = localDay(schedule.zone, at);
  for (let day = 1; day >= -maxDays; day -= 1)
    for (const span of openSpans(schedule, today + day * dayMs).toReversed())
      if (span.begins <= at) yield span;
}

/** The open or closed period at a moment. Spans that adjoin, as at midnight, are one period. @param at Unix milliseconds */
export function periodAt(schedule: Schedule, at: number): Period {
  const [next] = spansAfter(schedule, at);
  if (!next || next.begins > at) {
    const [last] = spansBefore(schedule, at);
    return { isOpen: false, since: last?.ends, until: next?.begins };
  }
  let { begins, ends } = next;
  for (const span of spansAfter(schedule, at)) {
    if (span.begins > ends) break;
    ends = span.ends;
  }
  for (const span of spansBefore(schedule, at)) {
    if (span.ends < begins) break;
    begins = span.begins;
  }
  const isWithin = (edge: number) => Math.abs(edge - at) < (maxDays - 2) * dayMs;
  return {
    isOpen: true,
    since: isWithin(begins) ? begins : undefined,
    until: isWithin(ends) ? ends : undefined,
  };
}

/**
 * The moment at which a schedule has been open for some minutes since `from`; without a schedule, it is always open.
 * @param from Unix milliseconds
 * @returns undefined if it is more than {@link maxDays} away
 */
export function momentAfter(
  schedule: Schedule | undefined,
  from: number,
  minutes: number,
): number | undefined {
  let left = minutes * minuteMs;
  if (!schedule) return from + left;
  let counted = from;
  for (const { begins, ends } of spansAfter(schedule, from)) {
    // Blocks may overlap where the clock is set back or forward.
    const start = Math.max(begins, counted);
    if (start + left <= ends) return start + left;
    left -= Math.max(0, ends - start);
    counted = Math.max(counted, ends);
  }
  return undefined;
}

/** A closed day. */
export interface Holiday {
  readonly date: string;
  readonly national: NationalHoliday | null;
  readonly name: string | null;
}

/** Holidays of some days, in order. @param first UTC midnight of the first one */
function holidaysOf(hours: BusinessHours, first: number, count: number): Holiday[] {
  return Array.from({ length: count }, (_, i) => isoDay(first + i * dayMs)).flatMap((date) => {
    const holiday = holidayOn(hours, date);
    return holiday ? [{ date, ...holiday }] : [];
  });
}

/** Holidays of the next 365 days, today included. @param at Unix milliseconds */
export const comingHolidays = ({ hours, zone }: Schedule, at: number): Holiday[] =>
  holidaysOf(hours, localDay(zone, at), 365);

/** Holidays from 400 days ago to 800 days ahead, for calendars. @param at Unix milliseconds */
export const holidaysAround = ({ hours, zone }: Schedule, at: number): Holiday[] =>
  holidaysOf(hours, localDay(zone, at) - 400 * dayMs, 1_201);
