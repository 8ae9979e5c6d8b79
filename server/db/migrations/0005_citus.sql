-- What Citus needs to spread every table by team (docs/adr/0020).

-- No reference that is changed along. No slug of a column ever changed: its name does.
alter table tasks drop constraint tasks_column_fkey;
alter table tasks add constraint tasks_column_fkey
  foreign key (team_id, pipeline_id, "column") references columns (team_id, pipeline_id, slug);

-- Citus plans the parts of a statement by themselves, a part that only reads with parallel workers at times. A volatile
-- function in SQL cannot run then.
alter function uuid7() parallel unsafe;
alter function uuid7(timestamptz) parallel unsafe;

-- Where the worker finds something due: endpoints that have deliveries waiting, found by leaps from one to the next, where
-- one is due; teams with runs of workflows in the same way. Leaps cannot go over many databases: on Citus, server/db/citus.ts
-- puts plain looks in their place.
create view endpoints_due as
  with recursive waiting as (
    (select team_id, webhook_id from deliveries where status = 'pending' order by team_id, webhook_id limit 1)
    union all
    select next.* from waiting w cross join lateral (
      select d.team_id, d.webhook_id from deliveries d
      where d.status = 'pending' and (d.team_id, d.webhook_id) > (w.team_id, w.webhook_id)
      order by d.team_id, d.webhook_id limit 1) next
  )
  select team_id, webhook_id from waiting w where exists (
    select from deliveries d where d.team_id = w.team_id and d.webhook_id = w.webhook_id and d.status = 'pending'
      and d.next_attempt_at <= now() and (d.claimed_until is null or d.claimed_until <= now()));

create view teams_due as
  with recursive waiting as (
    (select team_id from workflow_runs where status = 'pending' order by team_id limit 1)
    union all
    select next.* from waiting w cross join lateral (
      select r.team_id from workflow_runs r where r.status = 'pending' and r.team_id > w.team_id
      order by r.team_id limit 1) next
  )
  select team_id from waiting w where exists (
    select from workflow_runs r where r.team_id = w.team_id and r.status = 'pending'
      and r.next_step_at <= now() and (r.claimed_until is null or r.claimed_until <= now()));
