-- Pending work for the worker's polls (docs/adr/0136): endpoints with pending deliveries, found by a skip scan over the index,
-- each with the time of its first one; and teams with workflow runs in the same way. `is_due` is computed only for those whose
-- first row is due. The views of 0005 remain for older processes. On Citus, server/db/citus.ts replaces all of them.
create view endpoints_waiting as
  with recursive waiting as (
    (select team_id, webhook_id, next_attempt_at from deliveries where status = 'pending'
      order by team_id, webhook_id, next_attempt_at limit 1)
    union all
    select next.* from waiting w cross join lateral (
      select d.team_id, d.webhook_id, d.next_attempt_at from deliveries d
      where d.status = 'pending' and (d.team_id, d.webhook_id) > (w.team_id, w.webhook_id)
      order by d.team_id, d.webhook_id, d.next_attempt_at limit 1) next
  )
  select team_id, webhook_id, next_attempt_at as first_at, next_attempt_at <= now() and exists (
    select from deliveries d where d.team_id = w.team_id and d.webhook_id = w.webhook_id and d.status = 'pending'
      and d.next_attempt_at <= now() and (d.claimed_until is null or d.claimed_until <= now())) as is_due
  from waiting w;

create view teams_waiting as
  with recursive waiting as (
    (select team_id, next_step_at from workflow_runs where status = 'pending' order by team_id, next_step_at limit 1)
    union all
    select next.* from waiting w cross join lateral (
      select r.team_id, r.next_step_at from workflow_runs r where r.status = 'pending' and r.team_id > w.team_id
      order by r.team_id, r.next_step_at limit 1) next
  )
  select team_id, next_step_at as first_at, next_step_at <= now() and exists (
    select from workflow_runs r where r.team_id = w.team_id and r.status = 'pending'
      and r.next_step_at <= now() and (r.claimed_until is null or r.claimed_until <= now())) as is_due
  from waiting w;
