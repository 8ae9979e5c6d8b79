/* Days of records, in the team's time zone. */

/** Day of a moment in a time zone, as 'YYYY-MM-DD'. */
export const dayIn = (timeZone: string, moment: Date | string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(new Date(moment));

interface Dated {
  readonly due_date: string | null;
  readonly occurred_at: string;
  readonly created_at: string;
}

/** Day of an activity: its due date, otherwise the day on which it takes place. */
export const dayOfActivity = (
  { due_date, occurred_at }: Pick<Dated, 'due_date' | 'occurred_at'>,
  timeZone: string,
): string => due_date ?? dayIn(timeZone, occurred_at);

/** Day for which an activity is planned; null if none was set, by the server's rule (ADR 60). */
export const plannedDay = (activity: Dated, timeZone: string): string | null =>
  activity.due_date ??
  (activity.occurred_at > activity.created_at ? dayIn(timeZone, activity.occurred_at) : null);

/** Local time of a moment in a time zone: '2026-11-23T09:30'. */
export const localTimeIn = (timeZone: string, moment: Date | string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
    .format(new Date(moment))
    .replace(' ', 'T');

/** Moment of a local time in a time zone; a local time skipped by daylight saving becomes the next valid moment. */
export function momentOf(timeZone: string, clock: string): string {
  const wanted = Date.parse(`${clock}Z`);
  const off = (moment: number) =>
    Date.parse(`${localTimeIn(timeZone, new Date(moment))}Z`) - moment + (moment % 60_000);
  const first = wanted - off(wanted);
  return new Date(wanted - off(first)).toISOString();
}
