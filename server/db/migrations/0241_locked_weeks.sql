-- Weeks of members' time that only admins change (docs/adr/0222-locked-weeks.md).
create table locked_weeks (
  team_id uuid not null,
  user_id uuid not null,
  -- Its Monday.
  week date not null,
  locked_at timestamptz(3) not null default now(),
  locked_by uuid,
  constraint locked_weeks_pkey primary key (team_id, user_id, week),
  constraint locked_weeks_team_id_fkey foreign key (team_id) references teams,
  constraint locked_weeks_user_id_fkey foreign key (team_id, user_id) references users,
  constraint locked_weeks_locked_by_fkey foreign key (team_id, locked_by) references users,
  constraint locked_weeks_week_check check (extract(isodow from week) = 1)
);
