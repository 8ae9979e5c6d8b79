import { addDays, isDay } from '#panel/ui/calendar/days.ts';
import type { ClosedDay } from './model.ts';

/* Closed days from a calendar file (RFC 5545). */

/** Max days of one event: a longer one is no closed time but a mistake. */
const maxDays = 60;
const maxName = 100;

/** Text value of a property (RFC 5545, 3.3.11). */
const textOf = (value: string) =>
  value
    .replace(/\\([nN,;\\])/g, (_, escaped: string) => (/n/i.test(escaped) ? ' ' : escaped))
    .replace(/\s+/g, ' ')
    .trim();

/** The day of a date or a date-time. Times are those of the calendar's zone, so the day is the written one. */
function dayOf(value: string | undefined): string | undefined {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)(?:T\d{6}Z?)?$/.exec(value?.trim() ?? '') ?? [];
  const date = `${year}-${month}-${day}`;
  return isDay(date) ? date : undefined;
}

/**
 * Days of the events of a calendar: all days of one that lasts several, and every year if it repeats yearly. Cancelled events and those
 * without a date are left out.
 * @returns undefined if the text is no calendar
 */
export function closedDaysIn(text: string): readonly ClosedDay[] | undefined {
  // Long lines are folded: the next one begins with a blank.
  const lines = text.replace(/\r?\n[ \t]/g, '').split(/\r?\n/);
  if (!/^\uFEFF?BEGIN:VCALENDAR$/i.test(lines[0]?.trim() ?? '')) return undefined;
  const days: ClosedDay[] = [];
  let event: Map<string, string> | undefined;
  /** Parts of an event, such as alarms, have properties of the same names. */
  let depth = 0;
  for (const line of lines) {
    const [, name = '', value = ''] =
      /^([A-Za-z-]+)(?:;(?:"[^"]*"|[^":])*)?:(.*)$/.exec(line) ?? [];
    const property = name.toUpperCase();
    if (property === 'BEGIN') {
      if (event) depth += 1;
      else if (value.trim().toUpperCase() === 'VEVENT') event = new Map();
    } else if (property === 'END' && event) {
      if (depth > 0) depth -= 1;
      else {
        days.push(...daysOf(event));
        event = undefined;
      }
    } else if (event && depth === 0) event.set(property, value);
  }
  return days;
}

function daysOf(event: ReadonlyMap<string, string>): ClosedDay[] {
  const first = dayOf(event.get('DTSTART'));
  if (first === undefined || event.get('STATUS')?.trim().toUpperCase() === 'CANCELLED') return [];
  // The end of whole days is the day after the last.
  const end = dayOf(event.get('DTEND'));
  const yearly = /(?:^|;)FREQ=YEARLY(?:;|$)/i.test(event.get('RRULE')?.trim() ?? '');
  const name = textOf(event.get('SUMMARY') ?? '').slice(0, maxName) || first;
  const dates = [first];
  for (let i = 1; i < maxDays; i += 1) {
    const date = addDays(first, i);
    if (end === undefined || date >= end) break;
    dates.push(date);
  }
  return dates.map((date) => ({ date, name, yearly }));
}
