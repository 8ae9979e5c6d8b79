-- A parent belongs to the project of its subtask and is no subtask itself (docs/adr/0230-subtasks.md). Not validated: the columns are
-- new, so no row has another value.
alter table tasks add constraint tasks_level_check
  check (level = (parent_id is not null)::integer and parent_level = 0) not valid;
alter table tasks add constraint tasks_parent_level_fkey
  foreign key (team_id, project_id, parent_id, parent_level) references tasks (team_id, project_id, id, level) not valid;
