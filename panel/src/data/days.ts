/* On which day something is, in the time zone of the team. */

/** The day that a moment falls on in a time zone, as 'YYYY-MM-DD'. */
export const dayIn = (timeZone: string, moment: Date | string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(new Date(moment));

interface Dated {
  readonly due_date: string | null;
  readonly occurred_at: string;
  readonly created_at: string;
}

/** The day of an activity: its due date, else the day that it happened or happens on. */
export const dayOfActivity = (
  { due_date, occurred_at }: Pick<Dated, 'due_date' | 'occurred_at'>,
  timeZone: string,
): string => due_date ?? dayIn(timeZone, occurred_at);

/** The day that an activity is planned for; null where nobody said one, as the service judges it (ADR 60). */
export const plannedDay = (activity: Dated, timeZone: string): string | null =>
  activity.due_date ??
  (activity.occurred_at > activity.created_at ? dayIn(timeZone, activity.occurred_at) : null);

/** What a clock in a time zone shows at a moment: '2026-11-23T09:30'. */
export const clockIn = (timeZone: string, moment: Date | string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
    .format(new Date(moment))
    .replace(' ', 'T');

/** The moment at which a clock in a time zone shows this; where it never does, because clocks go forward, the one after. */
export function momentOf(timeZone: string, clock: string): string {
  const wanted = Date.parse(`${clock}Z`);
  const off = (moment: number) =>
    Date.parse(`${clockIn(timeZone, new Date(moment))}Z`) - moment + (moment % 60_000);
  const first = wanted - off(wanted);
  return new Date(wanted - off(first)).toISOString();
}
