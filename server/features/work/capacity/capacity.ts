import { type BusinessHours, isWorkingDay } from '#server/platform/business-hours.ts';
import { isoDay } from '#server/platform/national-holidays.ts';

/* Working days and hours of weeks, which begin on Monday. Days are ISO days. */

const dayMs = 86_400_000;

export const addDays = (day: string, n: number) => isoDay(Date.parse(day) + n * dayMs);

export const isMonday = (day: string) => new Date(day).getUTCDay() === 1;

/** First and last day. */
export interface DayRange {
  readonly starts_on: string;
  readonly ends_on: string;
}

/** Days of the week on which the team works: the days with open time, or Monday to Friday without business hours. */
const normalDays = (hours: BusinessHours | null) =>
  hours === null ? 5 : new Set(hours.weekly.map(({ weekday }) => weekday)).size;

/** Working days of a week, without holidays. @param monday first day of the week */
export const workingDays = (hours: BusinessHours | null, monday: string): readonly string[] =>
  Array.from({ length: 7 }, (_, i) => addDays(monday, i)).filter((day) => isWorkingDay(hours, day));

/** Working days on which a member is absent. A day in several absences counts once. */
export const absentDays = (days: readonly string[], absences: readonly DayRange[]): number =>
  days.filter((day) =>
    absences.some(({ starts_on, ends_on }) => starts_on <= day && day <= ends_on),
  ).length;

/** Hours of a week with this number of days of work, to a hundredth. @param weekly hours of a normal week */
export function hoursOfDays(hours: BusinessHours | null, weekly: number, days: number): number {
  const normal = normalDays(hours);
  return normal === 0 ? 0 : Math.round((Math.round(weekly * 100) * days) / normal) / 100;
}
