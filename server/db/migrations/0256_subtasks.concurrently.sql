-- The key to which subtasks refer, and the subtasks of a task, also those in the trash (docs/adr/0230-subtasks.md).
create unique index concurrently tasks_level_key on tasks (team_id, project_id, id, level);
create index concurrently tasks_subtasks on tasks (team_id, parent_id, created_at, id) where parent_id is not null;
