-- Hours of a member's week, null for the default, and days on which members are absent (docs/adr/0220-capacity.md).
alter table users add column weekly_hours numeric(5, 2);

create type absence_reason as enum ('holiday', 'sick', 'other');

create table absences (
  team_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  starts_on date not null,
  -- The last day of the absence.
  ends_on date not null,
  reason absence_reason not null,
  note text,
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint absences_pkey primary key (team_id, id),
  constraint absences_team_id_fkey foreign key (team_id) references teams,
  constraint absences_user_id_fkey foreign key (team_id, user_id) references users,
  constraint absences_created_by_fkey foreign key (team_id, created_by) references users,
  constraint absences_days_check check (ends_on >= starts_on),
  constraint absences_note_check check (char_length(note) <= 255)
);
create index absences_days on absences (team_id, ends_on, starts_on);
