-- Open and completed tasks of a project, a pipeline or a priority, and those due in a range of days, are counted in the index (docs/adr/0149).
create index concurrently tasks_project_wide on tasks (team_id, project_id, created_at, id) include ("column", priority, completed_at) where deleted_at is null;
drop index concurrently if exists tasks_project_recent;
create index concurrently tasks_pipeline_wide on tasks (team_id, pipeline_id, created_at, id) include ("column", priority, completed_at) where deleted_at is null;
drop index concurrently if exists tasks_pipeline_recent;
create index concurrently tasks_priority_wide on tasks (team_id, priority, created_at, id) include ("column", project_id, completed_at) where deleted_at is null;
drop index concurrently if exists tasks_priority_recent;
create index concurrently tasks_due_date_wide on tasks (team_id, due_date, id) include (completed_at) where deleted_at is null;
drop index concurrently if exists tasks_due_date;
