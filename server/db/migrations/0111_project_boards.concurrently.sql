-- The board and the overview of a project are counted and sorted in the index (docs/adr/0173).
create index concurrently tasks_project_covering on tasks (team_id, project_id, created_at, id) include ("column", priority, completed_at, pipeline_id, position, due_date, estimated_hours, actual_hours, updated_at, assignee_ids) where deleted_at is null;
drop index concurrently if exists tasks_project_wide;
