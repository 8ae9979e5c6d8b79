import type { BusinessHours as Schedule } from '#panel/api/schema.ts';
import { readTime, writeTime } from '#panel/ui/date/parse-date.ts';

/* Changes of business hours before they are saved. */

export type BusinessHours = NonNullable<Schedule['hours']>;
export type Block = BusinessHours['weekly'][number];
export type ClosedDay = BusinessHours['holidays'][number];
export type ComingDay = Schedule['coming_holidays'][number];

const workdays = [1, 2, 3, 4, 5];
const monday = 1;

/** Hours to begin with. */
export const usualHours: BusinessHours = {
  weekly: workdays.map((weekday) => ({ weekday, from: '09:00', to: '18:00' })),
  national_holidays: true,
  holidays: [],
};

/** Max number of blocks a day that the service accepts. */
export const maxBlocks = 6;

/** Blocks of a day in their order, each with its place in `weekly`. */
export const blocksOn = ({ weekly }: BusinessHours, weekday: number) =>
  weekly.map((block, at) => ({ ...block, at })).filter((block) => block.weekday === weekday);

const withWeekly = (hours: BusinessHours, weekly: readonly Block[]): BusinessHours => ({
  ...hours,
  weekly,
});

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
const timeOf = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
const midnight = '24:00';
const endOfDay = minutesOf(midnight);

/** Time in the notation of the language; the end of the day is 24:00, or 12:00 AM. */
export function formatTime(locale: string, time: string): string {
  const written = writeTime(locale, time);
  return time === midnight && written === '00:00' ? midnight : written;
}

/** Parses the end of a block, where midnight is the end of the day. */
export function readEnd(text: string): string | undefined {
  if (/^\s*24(?:[:h](?:00)?)?\s*$/i.test(text)) return midnight;
  const time = readTime(text);
  return time === '00:00' ? midnight : time;
}

/** Adds a block after the day's last one: the afternoon, after an hour's break. */
export function withBlock(hours: BusinessHours, weekday: number): BusinessHours {
  const last = blocksOn(hours, weekday).at(-1);
  const from = last ? Math.min(minutesOf(last.to) + 60, endOfDay - 60) : minutesOf('09:00');
  const to = last ? Math.min(from + 240, endOfDay) : minutesOf('18:00');
  return withWeekly(hours, [...hours.weekly, { weekday, from: timeOf(from), to: timeOf(to) }]);
}

export const withoutBlock = (hours: BusinessHours, at: number) =>
  withWeekly(
    hours,
    hours.weekly.filter((_, i) => i !== at),
  );

export const withTime = (hours: BusinessHours, at: number, edge: 'from' | 'to', time: string) =>
  withWeekly(
    hours,
    hours.weekly.map((block, i) => (i === at ? { ...block, [edge]: time } : block)),
  );

/** Copies the blocks of Monday to the other workdays. */
export const withMondayRepeated = (hours: BusinessHours) =>
  withWeekly(hours, [
    ...hours.weekly.filter(({ weekday }) => weekday === monday || !workdays.includes(weekday)),
    ...workdays
      .filter((weekday) => weekday !== monday)
      .flatMap((weekday) => blocksOn(hours, monday).map(({ from, to }) => ({ weekday, from, to }))),
  ]);

/** Days of the week whose blocks overlap or end before they begin. */
export const daysInConflict = (hours: BusinessHours): readonly number[] =>
  [0, 1, 2, 3, 4, 5, 6].filter((weekday) => {
    const blocks = blocksOn(hours, weekday).toSorted((a, b) => (a.from < b.from ? -1 : 1));
    return blocks.some(({ from, to }, i) => from >= to || from < (blocks[i - 1]?.to ?? '00:00'));
  });

/** True if a block ends before it begins, such as 22:00 to 2:00: each block is within one day. */
export const isOvernight = ({ weekly }: BusinessHours) => weekly.some(({ from, to }) => to < from);

/** Adds days, unless their date is closed already. @returns the hours, and the number of days added */
export function withDays(
  hours: BusinessHours,
  days: readonly ClosedDay[],
): { readonly hours: BusinessHours; readonly added: number } {
  const byDate = new Map(hours.holidays.map((day) => [day.date, day]));
  for (const day of days) if (!byDate.has(day.date)) byDate.set(day.date, day);
  const holidays = [...byDate.values()].toSorted((a, b) => (a.date < b.date ? -1 : 1));
  return { hours: { ...hours, holidays }, added: holidays.length - hours.holidays.length };
}

export const withoutDay = (hours: BusinessHours, date: string): BusinessHours => ({
  ...hours,
  holidays: hours.holidays.filter((day) => day.date !== date),
});
