/** Minutes within which a move back by the same person undoes the move before it. */
export const undoMinutes = 10;

/**
 * SQL: the moves of a deal between phases (was, became, user_id, moved_at, and the deal’s value then), without those that were undone.
 *
 * A move that returns to the phase before it, by the same person and within undoMinutes, continues the run of the move before it. A run
 * alternates between two phases, so one with an even number of moves changed nothing, and one with an odd number is its first move.
 */
export const lastingMoves = (deal: string) => `
  select min(u.was) filter (where u.is_start) as was, min(u.became) filter (where u.is_start) as became,
    (array_agg(u.user_id))[1] as user_id, min(u.moved_at) as moved_at,
    min(u.value) filter (where u.is_start) as value
  from (
    select r.*, count(*) filter (where r.is_start) over (order by r.moved_at, r.id) as run
    from (
      select m.id, m.was, m.became, m.user_id, m.moved_at, m.value,
        (m.became = lag(m.was) over w and m.was = lag(m.became) over w and m.user_id = lag(m.user_id) over w
          and m.moved_at - lag(m.moved_at) over w <= interval '${undoMinutes} minutes') is not true as is_start
      from moves m where m.team_id = $team and m.record_id = ${deal} and m.resource = 'deals' and m.field = 'phase'
      window w as (order by m.moved_at, m.id)) r) u
  group by u.run having count(*) % 2 = 1`;
