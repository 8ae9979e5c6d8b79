import { dayIn, localTimeIn, momentOf } from '#panel/data/time-zone-days.ts';
import { addDays, weekdayOf } from '#panel/ui/calendar/days.ts';

/* Snooze times, in the team's time zone. */

export interface SnoozeOption {
  readonly kind: 'later' | 'tomorrow' | 'nextWeek';
  /** ISO 8601, UTC. */
  readonly at: string;
}

const laterMs = 3 * 3_600_000;
const quarterMs = 15 * 60_000;
const morning = '09:00';
const monday = 1;

/** Snooze options; "later today" only while that is still today. */
export function snoozeOptionsAt(timeZone: string, now: number): readonly SnoozeOption[] {
  const today = dayIn(timeZone, new Date(now));
  const later = new Date(Math.ceil((now + laterMs) / quarterMs) * quarterMs);
  const tomorrow = addDays(today, 1);
  const nextMonday = addDays(today, ((monday - weekdayOf(today) + 6) % 7) + 1);
  return [
    ...(dayIn(timeZone, later) === today
      ? [{ kind: 'later', at: later.toISOString() } as const]
      : []),
    { kind: 'tomorrow', at: momentOf(timeZone, `${tomorrow}T${morning}`) },
    ...(nextMonday === tomorrow
      ? []
      : [{ kind: 'nextWeek', at: momentOf(timeZone, `${nextMonday}T${morning}`) } as const]),
  ];
}

/** Initial value of the custom time: tomorrow morning. */
export const defaultSnoozeTime = (timeZone: string, now: number) =>
  localTimeIn(
    timeZone,
    momentOf(timeZone, `${addDays(dayIn(timeZone, new Date(now)), 1)}T${morning}`),
  );
