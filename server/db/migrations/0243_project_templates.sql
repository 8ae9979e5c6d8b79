-- Templates of projects, and the roles in squads by which their tasks find assignees (docs/adr/0219-project-templates.md).
create table project_templates (
  team_id uuid not null,
  id uuid not null,
  name text not null,
  description text,
  priority project_priority not null default 'medium',
  color text,
  -- Days from the start of a project to its due date. Null: it has none.
  duration_days integer,
  shift working_day_shift not null default 'none',
  -- [{slug, name, is_finishing, limit}] in order. Null: the columns of the team's template board.
  columns jsonb,
  -- [{title, description, checklist_markdown, priority, estimated_hours, tags, column, due_after_days, role}] in order.
  tasks jsonb not null default '[]',
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint project_templates_pkey primary key (team_id, id),
  constraint project_templates_team_id_fkey foreign key (team_id) references teams,
  constraint project_templates_created_by_fkey foreign key (team_id, created_by) references users,
  constraint project_templates_name_key unique (team_id, name),
  constraint project_templates_name_check check (char_length(name) between 1 and 255),
  constraint project_templates_duration_days_check check (duration_days between 0 and 3650),
  constraint project_templates_columns_check check (jsonb_array_length(columns) between 1 and 100),
  constraint project_templates_tasks_check check (jsonb_array_length(tasks) <= 200)
);
create index project_templates_created_at on project_templates (team_id, created_at, id);
create index project_templates_name on project_templates (team_id, (fold(name) collate "C"), id);
create index project_templates_updated_at on project_templates (team_id, updated_at, id);

alter table squad_members add column role text;
alter table squad_members add constraint squad_members_role_check check (char_length(role) between 1 and 80) not valid;
alter table squad_members validate constraint squad_members_role_check;
