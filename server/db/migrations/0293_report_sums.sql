-- Sums of reports over many records (docs/adr/0257-sums-of-reports.md).

-- A row for each report of a team that reads more records than it can in time.
create table report_sum_states (
  team_id uuid not null,
  report text not null,
  -- The latest request for the report.
  wanted_at timestamptz(3) not null default now(),
  -- Null until the first sums, and after a change of settings that they depend on.
  computed_at timestamptz(3),
  -- A process computes the sums until then.
  claimed_until timestamptz(3),
  -- Digest of these settings.
  digest text,
  -- Number of records by month.
  months json not null default '{}',
  constraint report_sum_states_pkey primary key (team_id, report),
  constraint report_sum_states_team_id_fkey foreign key (team_id) references teams
);

-- Sums of the records of a month in the team's time zone, by the keys of a dimension.
create table report_sums (
  team_id uuid not null,
  report text not null,
  month date not null,
  dimension text not null,
  cells json not null,
  constraint report_sums_pkey primary key (team_id, report, month, dimension),
  constraint report_sums_report_fkey foreign key (team_id, report) references report_sum_states on delete cascade
);
