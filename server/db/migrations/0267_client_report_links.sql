-- Links to the report page of a client (docs/adr/0237-report-page-of-a-client.md).
create table client_report_links (
  team_id uuid not null,
  id uuid not null,
  client_id uuid not null,
  -- The period, in the team's time zone.
  starts_on date not null,
  ends_on date not null,
  shows_tasks boolean not null default true,
  shows_hours boolean not null default true,
  shows_values boolean not null default false,
  -- Hash of the token; null once the link was revoked or its PIN was guessed too often.
  hash bytea,
  expires_at timestamptz(3) not null,
  pin_hash bytea,
  pin_failures smallint not null default 0,
  pin_wait_until timestamptz(3),
  seen_at timestamptz(3),
  created_by uuid,
  -- The link ends with the membership of this person.
  link_issuer_person_id uuid,
  created_at timestamptz(3) not null default now(),
  revoked_at timestamptz(3),
  constraint client_report_links_pkey primary key (team_id, id),
  constraint client_report_links_team_id_fkey foreign key (team_id) references teams,
  constraint client_report_links_client_id_fkey foreign key (team_id, client_id) references clients on delete cascade,
  constraint client_report_links_created_by_fkey foreign key (team_id, created_by) references users,
  constraint client_report_links_hash_key unique (team_id, hash),
  constraint client_report_links_hash_check check (octet_length(hash) = 32),
  constraint client_report_links_period_check check (ends_on >= starts_on and ends_on - starts_on <= 366)
);
create index client_report_links_client on client_report_links (team_id, client_id, id);
