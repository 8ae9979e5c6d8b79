/* Bars of a calendar or timeline: days that they cover, cut at the borders of weeks, in lanes that do not overlap. */

export interface Stretch {
  readonly key: string;
  /** First day, 'YYYY-MM-DD'. */
  readonly date: string;
  /** Last day; absent or earlier than `date` for a single day. */
  readonly until?: string | undefined;
}

/** Part of a bar within a week. */
export interface Segment<T> {
  readonly entry: T;
  /** Row within the week, the same on all of its days. */
  readonly lane: number;
  /** Index of its first day in the week. */
  readonly from: number;
  /** Index of its last day in the week. */
  readonly to: number;
  readonly isContinued: boolean;
  readonly continues: boolean;
}

export const lastDayOf = ({ date, until }: Stretch) =>
  until !== undefined && until > date ? until : date;

/** True if a bar covers one of the days from `first` to `last`. */
export const covers = (entry: Stretch, first: string, last: string) =>
  entry.date <= last && lastDayOf(entry) >= first;

/** Sorts bars by their first day, longer ones first; bars of the same days keep their order. */
const sorted = <T extends Stretch>(entries: readonly T[]) =>
  entries.toSorted((a, b) => {
    if (a.date !== b.date) return a.date < b.date ? -1 : 1;
    const [endOfA, endOfB] = [lastDayOf(a), lastDayOf(b)];
    return endOfA === endOfB ? 0 : endOfA > endOfB ? -1 : 1;
  });

/** Assigns the lowest free lane to each bar. @returns bars by their first day, with lanes */
export function inLanes<T extends Stretch>(
  entries: readonly T[],
): readonly { readonly entry: T; readonly lane: number }[] {
  const ends: string[] = [];
  return sorted(entries).map((entry) => {
    const free = ends.findIndex((end) => end < entry.date);
    const lane = free < 0 ? ends.length : free;
    ends[lane] = lastDayOf(entry);
    return { entry, lane };
  });
}

/** Cuts the bars that cover a week to its days. @param week consecutive days */
export function segmentsOf<T extends Stretch>(
  entries: readonly T[],
  week: readonly string[],
): readonly Segment<T>[] {
  const [first = '', last = ''] = [week[0], week.at(-1)];
  return inLanes(entries.filter((entry) => covers(entry, first, last))).map(({ entry, lane }) => {
    const end = lastDayOf(entry);
    const isContinued = entry.date < first;
    const continues = end > last;
    return {
      entry,
      lane,
      from: isContinued ? 0 : week.indexOf(entry.date),
      to: continues ? week.length - 1 : week.indexOf(end),
      isContinued,
      continues,
    };
  });
}

/** A week with the segments that have a place in it. */
export interface WeekLayout<T> {
  readonly visible: readonly Segment<T>[];
  /** Day → its bars, in order of lanes, those without a place included. */
  readonly byDay: readonly (readonly T[])[];
  /** Day → number of bars without a place. */
  readonly hidden: readonly number[];
}

/**
 * Lays out a week. A day with more bars than rows uses the last row to say how many are hidden.
 * @param rows number of rows of a day
 */
export function layWeek<T extends Stretch>(
  entries: readonly T[],
  week: readonly string[],
  rows: number,
): WeekLayout<T> {
  const segments = segmentsOf(entries, week).toSorted((a, b) => a.lane - b.lane);
  const byDay = week.map((): T[] => []);
  const isFull = week.map(() => false);
  for (const { entry, lane, from, to } of segments)
    for (let day = from; day <= to; day += 1) {
      byDay[day]?.push(entry);
      if (lane >= rows) isFull[day] = true;
    }
  const visible = segments.filter(
    ({ lane, from, to }) =>
      lane < rows - 1 || (lane === rows - 1 && !isFull.slice(from, to + 1).includes(true)),
  );
  const hidden = byDay.map(({ length }) => length);
  for (const { from, to } of visible)
    for (let day = from; day <= to; day += 1) hidden[day] = (hidden[day] ?? 0) - 1;
  return { visible, byDay, hidden };
}
