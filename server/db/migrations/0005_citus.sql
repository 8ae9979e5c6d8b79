-- Changes that Citus requires to distribute every table by team (docs/adr/0020).

-- Removes the cascading update of a foreign key. Slugs of columns never change, only their names.
alter table tasks drop constraint tasks_column_fkey;
alter table tasks add constraint tasks_column_fkey
  foreign key (team_id, pipeline_id, "column") references columns (team_id, pipeline_id, slug);

-- Citus plans the parts of a statement separately, and a read-only part sometimes with parallel workers. A volatile SQL function
-- cannot run then.
alter function uuid7() parallel unsafe;
alter function uuid7(timestamptz) parallel unsafe;

-- Due work for the worker: endpoints with pending deliveries, found by a skip scan over the index, if one of them is due; and
-- teams with workflow runs in the same way. Skip scans do not work across shards: on Citus, server/db/citus.ts replaces these
-- views with plain queries.
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
