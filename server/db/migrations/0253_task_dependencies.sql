-- Tasks that wait for others (docs/adr/0229-task-dependencies.md). The table has the foreign keys of `blocked_by_ids`, which may contain
-- tasks in the trash.
alter table tasks add column blocked_by_ids uuid[] not null default '{}';

create table task_dependencies (
  team_id uuid not null,
  task_id uuid not null,
  blocked_by_id uuid not null,
  constraint task_dependencies_pkey primary key (team_id, task_id, blocked_by_id),
  constraint task_dependencies_task_id_fkey foreign key (team_id, task_id) references tasks on delete cascade,
  constraint task_dependencies_blocked_by_id_fkey foreign key (team_id, blocked_by_id) references tasks on delete cascade,
  constraint task_dependencies_self_check check (task_id <> blocked_by_id)
);
create index task_dependencies_blocked_by on task_dependencies (team_id, blocked_by_id, task_id);
