-- Keys of projects and numbers of tasks: SITE-123 (docs/adr/0161-task-numbers.md). An older process sets neither; the worker assigns
-- missing ones in order of creation (features/work/sweeps.ts).
alter table projects add column key text;
alter table projects add constraint projects_key_check check (key ~ '^[A-Z]{2,6}$');
alter table tasks add column number integer;

-- Earlier keys of projects: their numbers keep leading to the tasks.
create table project_keys (
  team_id uuid not null,
  key text not null,
  project_id uuid not null,
  primary key (team_id, key),
  constraint project_keys_project_id_fkey foreign key (team_id, project_id) references projects
);

-- The last number of a task of the project. Creating a task locks the row until the commit.
create table project_numbers (
  team_id uuid not null,
  project_id uuid not null,
  last integer not null,
  primary key (team_id, project_id),
  constraint project_numbers_project_id_fkey foreign key (team_id, project_id) references projects
  -- Leaves space next to each row for its next versions, as in column_ends.
) with (fillfactor = 50);
