/*
 * Day of an activity in its team's time zone: due_date, otherwise the day of occurred_at.
 */

/**
 * SQL: day for which the activity `t` is planned; null if it was never planned, as occurred_at is then its creation time.
 * @param zone SQL of the team's time zone
 */
export const plannedDay = (zone: string) =>
  `coalesce(t.due_date, case when t.occurred_at > t.created_at then (t.occurred_at at time zone ${zone})::date end)`;

const zone = '(select time_zone from teams where id = $team)';

/** SQL condition: activity `t` is on or after a day. @param day parameter, as `$from` */
export const isFrom = (day: string) =>
  `(t.due_date >= ${day}::date or (t.due_date is null and t.occurred_at >= (${day}::date::timestamp at time zone ${zone})))`;

/** SQL condition: activity `t` is on or before a day. */
export const isUntil = (day: string) =>
  `(t.due_date <= ${day}::date or (t.due_date is null and t.occurred_at < ((${day}::date + 1)::timestamp at time zone ${zone})))`;

/** SQL condition: activity `t` is to be done. Notes only record the past. */
export const isToDo = `not t.is_completed and t.type <> 'note'`;
