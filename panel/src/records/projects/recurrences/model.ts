import type { ProjectTemplateShift } from '#panel/api/schema.ts';

/* Rules of recurring tasks that the form can show, as RRULE of RFC 5545 and back. */

export const repeats = [
  'daily',
  'weekly',
  'biweekly',
  'monthly',
  'last_working',
  'yearly',
] as const;
export type Repeat = (typeof repeats)[number] | 'custom';

export interface RuleView {
  readonly repeat: Repeat;
  /** 0 is Sunday. */
  readonly weekdays: readonly number[];
  /** Day of the month. */
  readonly monthDay: number;
}

const codes = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
const lastWorking = 'FREQ=MONTHLY;BYMONTHDAY=-1';
/** Shorter months have fewer days than this. */
const daysOfAllMonths = 28;

/** Days of a month such that the last of them is the day, or the last of a shorter month. */
function monthDays(day: number): string {
  if (day <= daysOfAllMonths) return `BYMONTHDAY=${day}`;
  const days = Array.from({ length: day - daysOfAllMonths + 1 }, (_, i) => daysOfAllMonths + i);
  return `BYMONTHDAY=${days.join(',')};BYSETPOS=-1`;
}

/** @param startsOn first possible day, `YYYY-MM-DD` */
export function ruleOf({ repeat, weekdays, monthDay }: RuleView, startsOn: string): string {
  const days = [...weekdays].sort((a, b) => a - b).map((day) => codes[day]);
  switch (repeat) {
    case 'weekly':
      return `FREQ=WEEKLY;BYDAY=${days.join(',')}`;
    case 'biweekly':
      return `FREQ=WEEKLY;INTERVAL=2;BYDAY=${days.join(',')}`;
    case 'monthly':
      return `FREQ=MONTHLY;${monthDays(monthDay)}`;
    case 'last_working':
      return lastWorking;
    case 'yearly': {
      const [, month = 1, day = 1] = startsOn.split('-').map(Number);
      return `FREQ=YEARLY;BYMONTH=${month};${month === 2 && day === 29 ? monthDays(day) : `BYMONTHDAY=${day}`}`;
    }
    default:
      return 'FREQ=DAILY';
  }
}

/** The rule as the form shows it; `custom` if it cannot. */
export function viewOf(rule: string, shift: ProjectTemplateShift, startsOn: string): RuleView {
  const [, month = 1, day = 1] = startsOn.split('-').map(Number);
  const weekday = new Date(startsOn).getUTCDay();
  const first = { weekdays: [weekday], monthDay: day };
  if (rule === lastWorking && shift === 'before') return { ...first, repeat: 'last_working' };
  const list = /BYDAY=([A-Z,]+)$/.exec(rule)?.[1]?.split(',') ?? [];
  const weekdays = list.map((code) => codes.indexOf(code)).filter((each) => each >= 0);
  const parts = /BYMONTHDAY=([\d,]+)/.exec(rule)?.[1]?.split(',').map(Number) ?? [];
  const view = {
    weekdays: weekdays.length > 0 ? weekdays : first.weekdays,
    monthDay: parts.at(-1) ?? day,
  };
  const repeat = repeats.find(
    (each) =>
      each !== 'last_working' &&
      ruleOf({ ...view, repeat: each }, startsOn) === rule &&
      (each !== 'yearly' || rule.includes(`BYMONTH=${month};`)),
  );
  return { ...view, repeat: repeat ?? 'custom' };
}
