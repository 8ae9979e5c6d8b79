import type { BusinessHours } from '#server/platform/business-hours.ts';
import { dayNumber, daysAfter, dayText, parseRule } from '#server/platform/recurrence-rule.ts';
import { maxShift, type Shift, shifted } from '../working-day-shift.ts';

/*
 * Days of recurring tasks. An occurrence is the day of the rule; its task is due on that day, or on the working day before or after it
 * (docs/adr/0223-recurring-tasks.md). Days are `YYYY-MM-DD`.
 */

export interface Plan {
  readonly rule: string;
  readonly starts_on: string;
  readonly shift: Shift;
  readonly days_ahead: number;
}

export interface Occurrence {
  readonly occurs_on: string;
  readonly due_on: string;
}

/** Occurrences after a day, in order. Their due days are in order, too. */
export function* occurrencesAfter(
  { rule, starts_on, shift }: Plan,
  after: string,
  hours: BusinessHours | null,
): Generator<Occurrence, void> {
  const parsed = parseRule(rule);
  if (!parsed) return;
  for (const day of daysAfter(parsed, dayNumber(starts_on), dayNumber(after)))
    yield { occurs_on: dayText(day), due_on: dayText(shifted(day, shift, hours)) };
}

interface DueOccurrences {
  readonly due: readonly Occurrence[];
  /** The last occurrence that needs no further work. */
  readonly until: string;
  /** A day that is not later than the one on which the next task is to be created; null if the rule has ended. */
  readonly nextCheckOn: string | null;
}

/**
 * Occurrences whose tasks are to be created by a day.
 * @param after the last occurrence that was handled
 * @param most number of occurrences
 */
export function dueOccurrences(
  plan: Plan,
  after: string,
  today: string,
  hours: BusinessHours | null,
  most: number,
): DueOccurrences {
  const due: Occurrence[] = [];
  const createdOn = (day: string) => dayNumber(day) - plan.days_ahead;
  for (const occurrence of occurrencesAfter(plan, after, hours)) {
    const until = due.at(-1)?.occurs_on ?? after;
    if (due.length === most) return { due, until, nextCheckOn: today };
    if (createdOn(occurrence.due_on) > dayNumber(today)) {
      // Business hours may change until then, and with them the shift.
      const earliest = createdOn(occurrence.occurs_on) - (plan.shift === 'before' ? maxShift : 0);
      const tomorrow = dayNumber(today) + 1;
      return { due, until, nextCheckOn: dayText(Math.max(tomorrow, earliest)) };
    }
    due.push(occurrence);
  }
  return { due, until: due.at(-1)?.occurs_on ?? after, nextCheckOn: null };
}
