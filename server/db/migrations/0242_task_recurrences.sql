-- Tasks that recur by a rule, and the occurrences that were created (docs/adr/0223-recurring-tasks.md).

create type working_day_shift as enum ('none', 'before', 'after');

create table task_recurrences (
  team_id uuid not null,
  id uuid not null,
  project_id uuid not null,
  -- Null for the default board of the project.
  pipeline_id uuid,
  title text not null,
  description text,
  checklist_markdown text,
  priority task_priority not null default 'none',
  assignee_ids uuid[] not null default '{}',
  estimated_hours double precision,
  tags text[] not null default '{}',
  -- RFC 5545, with starts_on as DTSTART.
  rule text not null,
  starts_on date not null,
  shift working_day_shift not null default 'none',
  days_ahead integer not null default 0,
  is_active boolean not null default true,
  -- All occurrences up to this day were created or left out.
  created_until date not null,
  -- A day that is not later than the one on which the next task is to be created, in the team's time zone. Null: the rule has ended.
  next_check_on date,
  failed_at timestamptz(3),
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint task_recurrences_pkey primary key (team_id, id),
  constraint task_recurrences_team_id_fkey foreign key (team_id) references teams,
  constraint task_recurrences_project_id_fkey foreign key (team_id, project_id) references projects,
  constraint task_recurrences_created_by_fkey foreign key (team_id, created_by) references users,
  constraint task_recurrences_title_check check (char_length(title) between 1 and 255),
  constraint task_recurrences_days_ahead_check check (days_ahead between 0 and 90)
);
create index task_recurrences_project on task_recurrences (team_id, project_id, created_at, id);
create index task_recurrences_due on task_recurrences (next_check_on, team_id, id) where is_active;

-- Its primary key creates each occurrence at most once.
create table task_occurrences (
  team_id uuid not null,
  recurrence_id uuid not null,
  -- The day of the rule, before it is shifted.
  occurs_on date not null,
  -- Null if a user left it out.
  task_id uuid,
  created_at timestamptz(3) not null default now(),
  constraint task_occurrences_pkey primary key (team_id, recurrence_id, occurs_on),
  constraint task_occurrences_recurrence_id_fkey foreign key (team_id, recurrence_id) references task_recurrences on delete cascade,
  constraint task_occurrences_task_id_fkey foreign key (team_id, task_id) references tasks on delete cascade
);
create unique index task_occurrences_task_key on task_occurrences (team_id, task_id);
