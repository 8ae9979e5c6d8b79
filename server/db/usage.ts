/* A team's usage of the installation per time window, stored in team_usage by the statements that incur it. */

/** Start of the hour, in ISO 8601. @param hoursBefore number of hours earlier */
export function hour(hoursBefore = 0): string {
  const ms = 3_600_000;
  return new Date((Math.floor(Date.now() / ms) - hoursBefore) * ms).toISOString();
}

/**
 * CTEs, each with a leading comma, that add `n` to the usage of a resource in the hour `$hour`. Skips a slot locked by another
 * transaction and creates one if none is free, so that no statement waits.
 * @param n SQL over `from`, a row source of at most one row
 */
export function usageCtes(what: string, n: string, from: string): string {
  const isInHour = (usage: string) =>
    `${usage}.team_id = $team and ${usage}.what = '${what}' and ${usage}.since = $hour::timestamptz`;
  return `,
    use as materialized (select ${n} as n from ${from}),
    free_use as materialized (
      select f.slot, use.n from use cross join lateral (
        select u.slot from team_usage u where ${isInHour('u')} limit 1 for update skip locked) f),
    used as (
      update team_usage u set n = u.n + f.n from free_use f where ${isInHour('u')} and u.slot = f.slot),
    new_use as (
      insert into team_usage (team_id, what, since, slot, n)
      select $team, '${what}', $hour::timestamptz, uuid7(), use.n from use
      where not exists (select from free_use))`;
}
