import { plannedDay } from '#panel/data/time-zone-days.ts';
import { type Day, isTaskDone } from './queries.ts';

/** Task or activity to do. */
export type Item =
  | { readonly kind: 'tasks'; readonly on: string; readonly is: Day['tasks'][number] }
  | { readonly kind: 'activities'; readonly on: string; readonly is: Day['activities'][number] };

/** Items by due day, oldest first; on the same day tasks precede activities, which are sorted by time. */
export function itemsOf(
  { time_zone: zone }: Pick<Day, 'time_zone'>,
  tasks: Day['tasks'],
  activities: Day['activities'],
): readonly Item[] {
  const items: Item[] = [
    ...tasks
      .filter((task) => !isTaskDone(task))
      .map((is): Item => ({ kind: 'tasks', on: is.due_date ?? '', is })),
    ...activities
      .filter(({ is_completed }) => !is_completed)
      .map((is): Item => ({ kind: 'activities', on: plannedDay(is, zone) ?? '', is })),
  ];
  return items.sort((a, b) => a.on.localeCompare(b.on));
}

/** Number of days between two days. */
export const daysBetween = (from: string, to: string) =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
