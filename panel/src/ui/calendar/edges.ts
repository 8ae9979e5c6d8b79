import { lastDayOf, type Stretch } from './lanes.ts';

/** End of a bar. */
export type Edge = 'start' | 'end';

/** New days of the ends of a bar. */
export type EdgeDays = Readonly<Partial<Record<Edge, string>>>;

/** Days of a bar after one of its ends has moved; an end does not pass the other one, if that one has a date. */
export function resizedDays(
  entry: Stretch & { readonly open?: Edge | undefined },
  edge: Edge,
  day: string,
): { readonly date: string; readonly until: string; readonly open: Edge | undefined } {
  const { date, open } = entry;
  const last = lastDayOf(entry);
  if (edge === 'start')
    return open === 'end'
      ? { date: day, until: day, open }
      : { date: day < last ? day : last, until: last, open: undefined };
  return open === 'start'
    ? { date: day, until: day, open }
    : { date, until: day > date ? day : date, open: undefined };
}
