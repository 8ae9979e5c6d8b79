import type { RecordChange } from '#panel/data/live-patches.ts';
import { addDays, daysBetween } from '#panel/ui/calendar/days.ts';
import type { EdgeDays } from '#panel/ui/calendar/edges.ts';
import type { Stretch } from '#panel/ui/calendar/lanes.ts';

/* Records with a start and an end, on calendars and timelines. */

/** First and last day of a period. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

type DayOrNone = string | null;

/** Bar of a record: from its start to its end, or the day that it has; undefined without dates. */
export function barOf(
  start: DayOrNone,
  end: DayOrNone,
): (Omit<Stretch, 'key'> & { readonly open?: 'start' | 'end' }) | undefined {
  if (start === null) return end === null ? undefined : { date: end, open: 'start' };
  return end === null ? { date: start, open: 'end' } : { date: start, until: end };
}

/** New start and end of a record that moves as a whole, so that its bar begins on `date`. */
export function movedDays(start: DayOrNone, end: DayOrNone, date: string): EdgeDays {
  if (start === null) return { end: date };
  return { start: date, ...(end !== null && { end: addDays(end, daysBetween(start, date)) }) };
}

/** Filters whose result changes with the dates of a record. */
const dateFilters = ['due_from', 'due_until', 'is_late'];

/**
 * Applies a change to the records of a period, which already have their new fields. Changes of dates and unfiltered fields need no request
 * if the record is in the period already.
 */
export const applyToPeriod =
  (filters: object, startField: string, endField: string) =>
  (data: unknown, { verb, id, record, previous }: RecordChange): unknown => {
    const isListed = (data as readonly { readonly id: string }[]).some((each) => each.id === id);
    const filtered = Object.entries(filters).flatMap(([name, value]) =>
      value === undefined ? [] : [name],
    );
    const changed = Object.keys(previous).filter((name) => name !== 'updated_at');
    const isDate = (name: string) => name === startField || name === endField;
    if (verb !== 'updated') return isListed && verb === 'created' ? data : 'stale';
    if (filtered.length > 0 && changed.some((name) => !isDate(name))) return 'stale';
    if (filtered.some((name) => dateFilters.includes(name)) && changed.some(isDate)) return 'stale';
    if (isListed || !changed.some(isDate)) return data;
    return record[startField] === null && record[endField] === null ? data : 'stale';
  };
