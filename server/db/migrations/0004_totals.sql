-- Number of a team's records of a kind, as sums: counting a million rows for every page would cost more than the page. A change
-- adds to a slot that no other open transaction uses, in its own statement (rest/totals.ts); the total is the sum over the slots.
-- The number of slots equals the highest number of concurrent writers. A single slot is meaningless: it may be negative.
create table totals (
  team_id uuid not null references teams,
  resource text not null,
  -- '' for all records, otherwise the filter that they match, for example 'priority=high'.
  part text not null,
  slot uuid not null,
  n bigint not null,
  primary key (team_id, resource, part, slot)
  -- Leaves space next to each row for its next versions: they need no index entry, and are removed when pages are read.
) with (fillfactor = 50);

insert into totals (team_id, resource, part, slot, n)
  select team_id, 'contacts', '', uuid7(), count(*) from contacts group by team_id
  union all select team_id, 'projects', '', uuid7(), count(*) from projects group by team_id
  union all select team_id, 'clients', '', uuid7(), count(*) from clients group by team_id
  union all select team_id, 'deals', '', uuid7(), count(*) from deals group by team_id
  union all select team_id, 'campaigns', '', uuid7(), count(*) from campaigns group by team_id
  union all select team_id, 'activities', '', uuid7(), count(*) from activities group by team_id
  union all select t.team_id, 'tasks', part, uuid7(), count(*)
    from tasks t, unnest(array['', 'priority=' || t.priority, 'column=' || t."column"]
      || array(select distinct 'assignee_id=' || a from unnest(t.assignee_ids) a)) part
    where t.deleted_at is null group by t.team_id, part;

-- Tasks are filtered by several fields at once: columns included in the index are counted without reading the records.
drop index tasks_project_recent;
create index tasks_project_recent on tasks (team_id, project_id, created_at, id) include ("column", priority) where deleted_at is null;
drop index tasks_pipeline_recent;
create index tasks_pipeline_recent on tasks (team_id, pipeline_id, created_at, id) include ("column", priority) where deleted_at is null;
drop index tasks_priority_recent;
create index tasks_priority_recent on tasks (team_id, priority, created_at, id) include ("column", project_id) where deleted_at is null;
drop index tasks_assignees;
create index tasks_assignees on tasks using gin (team_id, assignee_ids, "column", priority) where deleted_at is null;
