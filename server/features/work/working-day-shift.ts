import { type BusinessHours, isWorkingDay } from '#server/platform/business-hours.ts';
import { dayText } from '#server/platform/recurrence-rule.ts';

/* Due dates that move to a working day. Days are numbers since 1970-01-01. */

export const shifts = ['none', 'before', 'after'] as const;
export type Shift = (typeof shifts)[number];

/** Max number of days by which a day is shifted. Without a working day in this time, it is not shifted. */
export const maxShift = 31;

/** The day itself, or the working day before or after it. @param hours of the team; null: from Monday to Friday */
export function shifted(day: number, shift: Shift, hours: BusinessHours | null): number {
  if (shift === 'none') return day;
  const step = shift === 'before' ? -1 : 1;
  for (let days = 0; days <= maxShift; days += 1)
    if (isWorkingDay(hours, dayText(day + step * days))) return day + step * days;
  return day;
}
