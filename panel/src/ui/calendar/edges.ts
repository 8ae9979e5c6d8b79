import { addDays, daysBetween } from './days.ts';
import { lastDayOf, type Stretch } from './lanes.ts';

/** End of a bar. */
export type Edge = 'start' | 'end';

/** Part of a bar by which it is held: one of its ends, or the whole bar. */
export type Grip = Edge | 'both';

/** New days of the ends of a bar. */
export type EdgeDays = Readonly<Partial<Record<Edge, string>>>;

/**
 * Days of a bar after one of its ends has moved, or its beginning with the whole bar. An end does not pass the other one, if that one has a
 * date.
 */
export function resizedDays(
  entry: Stretch & { readonly open?: Edge | undefined },
  edge: Grip,
  day: string,
): { readonly date: string; readonly until: string; readonly open: Edge | undefined } {
  const { date, open } = entry;
  const last = lastDayOf(entry);
  if (edge === 'both') return { date: day, until: addDays(last, daysBetween(date, day)), open };
  if (edge === 'start')
    return open === 'end'
      ? { date: day, until: day, open }
      : { date: day < last ? day : last, until: last, open: undefined };
  return open === 'start'
    ? { date: day, until: day, open }
    : { date, until: day > date ? day : date, open: undefined };
}

/** Days to store after a part of a bar was moved to a day: those of the ends that have one. */
export function storedDays(
  entry: Stretch & { readonly open?: Edge | undefined },
  edge: Grip,
  day: string,
): EdgeDays {
  if (edge !== 'both') return { [edge]: day };
  const { date: start, until: end } = resizedDays(entry, edge, day);
  if (entry.open === 'start') return { end };
  return entry.open === 'end' ? { start } : { start, end };
}
