/*
 * On which day an activity is, in the time zone of its team: due_date, else the day that occurred_at falls on.
 */

/**
 * SQL: the day that the activity `t` is planned for; null where nobody said one: occurred_at is the moment of its creation then.
 * @param zone SQL of the team's time zone
 */
export const plannedDay = (zone: string) =>
  `coalesce(t.due_date, case when t.occurred_at > t.created_at then (t.occurred_at at time zone ${zone})::date end)`;

const zone = '(select time_zone from teams where id = $team)';

/** SQL: whether the activity `t` is on a day or later. @param day the parameter: `$from` */
export const isFrom = (day: string) =>
  `(t.due_date >= ${day}::date or (t.due_date is null and t.occurred_at >= (${day}::date::timestamp at time zone ${zone})))`;

/** SQL: whether the activity `t` is on a day or earlier. */
export const isUntil = (day: string) =>
  `(t.due_date <= ${day}::date or (t.due_date is null and t.occurred_at < ((${day}::date + 1)::timestamp at time zone ${zone})))`;

/** SQL: whether the activity `t` is one to do: notes only say what was. */
export const isToDo = `not t.is_completed and t.type <> 'note'`;
