import { type BusinessHours, isWorkingDay } from '#server/platform/business-hours.ts';
import { dayNumber, daysAfter, dayText, parseRule } from '#server/platform/recurrence-rule.ts';

/*
 * Days of recurring tasks. An occurrence is the day of the rule; its task is due on that day, or on the working day before or after it
 * (docs/adr/0223-recurring-tasks.md). Days are `YYYY-MM-DD`.
 */

export const shifts = ['none', 'before', 'after'] as const;
type Shift = (typeof shifts)[number];

/** Max number of days by which an occurrence is shifted. Without a working day in this time, it is not shifted. */
const maxShift = 31;

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

/** The day on which the task of an occurrence is due. */
function dueOn(occurs: number, shift: Shift, hours: BusinessHours | null): number {
  if (shift === 'none') return occurs;
  const step = shift === 'before' ? -1 : 1;
  for (let days = 0; days <= maxShift; days += 1)
    if (isWorkingDay(hours, dayText(occurs + step * days))) return occurs + step * days;
  return occurs;
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
    yield { occurs_on: dayText(day), due_on: dayText(dueOn(day, shift, hours)) };
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
