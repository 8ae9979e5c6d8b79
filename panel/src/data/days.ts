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
