-- Time that members spent, and the sum of a task's entries (docs/adr/0214-time-entries.md).

create type time_entry_origin as enum ('timer', 'typed', 'import', 'api');

create table time_entries (
  team_id uuid not null,
  id uuid not null,
  user_id uuid,
  task_id uuid,
  project_id uuid,
  client_id uuid,
  started_at timestamptz(3) not null,
  -- Null while the timer runs.
  minutes numeric(14, 6),
  note text,
  is_billable boolean not null default true,
  -- Copied when the entry is made.
  hourly_rate numeric(14, 2),
  hourly_cost numeric(14, 2),
  origin time_entry_origin not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint time_entries_pkey primary key (team_id, id),
  constraint time_entries_team_id_fkey foreign key (team_id) references teams,
  constraint time_entries_user_id_fkey foreign key (team_id, user_id) references users,
  constraint time_entries_task_id_fkey foreign key (team_id, task_id) references tasks,
  constraint time_entries_project_id_fkey foreign key (team_id, project_id) references projects,
  constraint time_entries_client_id_fkey foreign key (team_id, client_id) references clients,
  constraint time_entries_timer_check check (minutes is not null or user_id is not null)
);
-- A member has at most one running timer.
create unique index time_entries_running_key on time_entries (team_id, user_id) where minutes is null;
create index time_entries_created_at on time_entries (team_id, created_at, id);
create index time_entries_updated_at on time_entries (team_id, updated_at, id);
create index time_entries_started_at on time_entries (team_id, started_at, id);
create index time_entries_user on time_entries (team_id, user_id, started_at, id);
create index time_entries_task on time_entries (team_id, task_id, started_at, id);
create index time_entries_project on time_entries (team_id, project_id, started_at, id);
create index time_entries_billable on time_entries (team_id, is_billable, started_at, id);
create index time_entries_client on time_entries (team_id, client_id, started_at, id);

-- Sum of the minutes of the task's finished entries.
alter table tasks add column entry_minutes numeric not null default 0;
