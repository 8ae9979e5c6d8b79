-- The trash of a project (docs/adr/0174). Only deleting and restoring a task write this index.
create index concurrently tasks_trash_project on tasks (team_id, project_id, deleted_at, id) where deleted_at is not null;
