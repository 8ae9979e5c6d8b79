-- Unique keys and numbers, by which a task is found; and the rows without them, which the worker completes (docs/adr/0161).
create unique index concurrently projects_key_key on projects (team_id, key);
create unique index concurrently tasks_number_key on tasks (team_id, project_id, number) where number is not null;
create index concurrently projects_without_key on projects (team_id, created_at, id) where key is null;
create index concurrently tasks_without_number on tasks (team_id, project_id, created_at, id) where number is null;
