-- Requests of persons about their data (LGPD), and erasures (docs/adr/0209-erasing-people.md).

create table privacy_requests (
  team_id uuid not null,
  id uuid not null,
  kind text not null,
  -- Names the person after an erasure: "Titular removido 7F3A".
  code text not null,
  -- The person; an erasure empties these.
  name text,
  phones text[] not null default '{}',
  emails text[] not null default '{}',
  tax_ids text[] not null default '{}',
  notes text,
  -- The way in which the team verified the identity of the person.
  identity_check text,
  received_on date not null,
  due_on date not null,
  state text not null,
  -- Progress of the worker, and what it works on or failed at.
  job text,
  progress json,
  reason text,
  claim uuid,
  claimed_until timestamptz,
  user_id uuid,
  searched_at timestamptz(3),
  package_id uuid,
  packaged_at timestamptz(3),
  erasure_id uuid,
  erased_at timestamptz(3),
  notified_at timestamptz(3),
  outcome text,
  outcome_note text,
  closed_at timestamptz(3),
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  constraint privacy_requests_pkey primary key (team_id, id),
  constraint privacy_requests_team_id_fkey foreign key (team_id) references teams,
  constraint privacy_requests_kind_check check (
    kind in ('confirmation', 'access', 'correction', 'portability', 'blocking', 'erasure', 'objection')),
  constraint privacy_requests_state_check check (state in ('searching', 'searched', 'packing', 'erasing', 'failed', 'closed')),
  constraint privacy_requests_job_check check (job in ('search', 'package', 'erasure')),
  constraint privacy_requests_outcome_check check (outcome in ('fulfilled', 'partly', 'refused', 'withdrawn'))
);
create index privacy_requests_due on privacy_requests (created_at) where state in ('searching', 'packing', 'erasing');
create index privacy_requests_open on privacy_requests (due_on) where state <> 'closed' and notified_at is null;
create index privacy_requests_packaged on privacy_requests (packaged_at) where package_id is not null;

-- Records that are, or may be, the person.
create table privacy_subjects (
  team_id uuid not null,
  request_id uuid not null,
  record_type text not null,
  record_id uuid not null,
  matched text[] not null,
  -- Confirmed or ruled out by a user, or by the search.
  is_chosen boolean not null,
  is_decided boolean not null default false,
  constraint privacy_subjects_pkey primary key (team_id, request_id, record_type, record_id),
  constraint privacy_subjects_request_id_fkey foreign key (team_id, request_id) references privacy_requests on delete cascade,
  constraint privacy_subjects_record_type_check check (record_type in ('contacts', 'clients', 'users'))
);

-- Places in free text that mention the person. A user decides on each.
create table privacy_hits (
  team_id uuid not null,
  request_id uuid not null,
  id uuid not null,
  place text not null,
  field text not null,
  -- Primary key of the row without the team, as JSON.
  row_key text not null,
  record_id uuid,
  matched text[] not null,
  excerpt text,
  decision text,
  basis text,
  decided_by uuid,
  decided_at timestamptz(3),
  applied_at timestamptz(3),
  constraint privacy_hits_pkey primary key (team_id, request_id, id),
  constraint privacy_hits_row_key unique (team_id, request_id, place, field, row_key),
  constraint privacy_hits_request_id_fkey foreign key (team_id, request_id) references privacy_requests on delete cascade,
  constraint privacy_hits_decision_check check (decision in ('keep', 'replace', 'delete')),
  constraint privacy_hits_basis_check check ((decision = 'keep') = (basis is not null))
);

-- Erasures, without personal data. They are in the ledger, too.
create table privacy_erasures (
  team_id uuid not null,
  id uuid not null,
  request_id uuid,
  code text not null,
  -- Ids of the records, and decisions on free text.
  plan json not null,
  -- Steps that are done, and their counts by table.
  step integer not null default 0,
  counts json not null default '{}',
  proof text,
  mac text,
  started_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  constraint privacy_erasures_pkey primary key (team_id, id),
  constraint privacy_erasures_team_id_fkey foreign key (team_id) references teams
);

-- Keyed hashes of identifiers of erased persons, by which an import refuses them.
create table erased_identifiers (
  team_id uuid not null,
  mark bytea not null,
  erasure_id uuid not null,
  constraint erased_identifiers_pkey primary key (team_id, mark),
  constraint erased_identifiers_team_id_fkey foreign key (team_id) references teams
);

-- Days within which the team answers such a request.
alter table teams add column privacy_days integer not null default 15;
