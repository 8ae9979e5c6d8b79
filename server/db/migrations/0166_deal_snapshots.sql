-- Open deals of each team at the beginning of each month, for reports of forecasts (docs/adr/0202-monthly-deal-snapshots.md).

-- A log, like moves: no foreign keys, kept as long as the team exists.
create table deal_snapshots (
  team_id uuid not null,
  -- First day of the month in the team's time zone.
  month date not null check (extract(day from month) = 1),
  -- When the values were read: on that day, or later if the service did not run.
  taken_at timestamptz(3) not null default now(),
  time_zone text not null,
  -- Number of open deals.
  deals integer not null,
  primary key (team_id, month)
);
create index deal_snapshots_month on deal_snapshots (month, team_id);

create table deal_snapshot_entries (
  team_id uuid not null,
  month date not null,
  deal_id uuid not null,
  value numeric(14, 2),
  -- Of the deal; null if it had none.
  probability double precision,
  -- Of the team's rule for the phase, which counts for a deal without a probability; null if it had none.
  phase_probability double precision,
  phase text not null,
  expected_close_date date,
  responsible_id uuid,
  primary key (team_id, month, deal_id)
);
