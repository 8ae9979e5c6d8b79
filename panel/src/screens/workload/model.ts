import type { Absence, Workload } from '#panel/api/schema.ts';
import { addDays } from '#panel/ui/calendar/days.ts';

/* Workload of members by week. */

export type Member = Workload['members'][number];
export type Sums = Member['undated'];

/** Hours of members without a value. */
export const defaultWeeklyHours = 40;

/** Absences of a member that touch a week, earliest first. */
export const absencesIn = (
  absences: readonly Absence[],
  user: string,
  monday: string,
): readonly Absence[] =>
  absences
    .filter(
      ({ user_id, starts_on, ends_on }) =>
        user_id === user && starts_on <= addDays(monday, 6) && ends_on >= monday,
    )
    .toSorted((a, b) => a.starts_on.localeCompare(b.starts_on));

/** Planned hours beyond the capacity, to a tenth; 0 if there are none. */
export const hoursOver = (planned: number, capacity: number) =>
  Math.max(0, Math.round((planned - capacity) * 10) / 10);

/** Part of the capacity that is planned, for a bar: 0 to 1. */
export const shareOf = (planned: number, capacity: number) =>
  capacity > 0 ? Math.min(1, planned / capacity) : planned > 0 ? 1 : 0;

/** Sums of all members for a week. */
export function totalsOf(members: readonly Member[], at: number) {
  const weeks = members.flatMap(({ weeks }) => weeks[at] ?? []);
  const total = (value: (week: (typeof weeks)[number]) => number) =>
    weeks.reduce((sum, week) => sum + value(week), 0);
  return {
    planned_hours: total(({ planned_hours }) => planned_hours),
    capacity_hours: total(({ capacity_hours }) => capacity_hours),
  };
}
