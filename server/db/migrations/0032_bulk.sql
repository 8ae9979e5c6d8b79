-- Bulk changes (docs/adr/0054-bulk.md): the request, and its outcome for each record.
create type bulk_state as enum ('running', 'done', 'stopped', 'undoing', 'undone');
create table bulk_jobs (
  team_id uuid not null,
  id uuid not null,
  kind text not null,
  action text not null,
  -- JSON: the fields to change.
  change text not null,
  state bulk_state not null default 'running',
  reason text,
  -- User whose permissions apply.
  user_id uuid not null,
  person_id uuid not null,
  session_id uuid not null,
  claim uuid,
  claimed_until timestamptz,
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  primary key (team_id, id)
);
create index bulk_jobs_due on bulk_jobs (team_id, id) where state in ('running', 'undoing');
create index bulk_jobs_created_at on bulk_jobs (created_at);

create type bulk_outcome as enum ('done', 'refused', 'undone', 'kept');
create table bulk_items (
  team_id uuid not null,
  job_id uuid not null,
  n integer not null,
  record_id uuid not null,
  outcome bulk_outcome,
  code text,
  message text,
  -- JSON of the changed fields: old and new values.
  before text,
  after text,
  primary key (team_id, job_id, n),
  constraint bulk_items_job_id_fkey foreign key (team_id, job_id) references bulk_jobs on delete cascade
);
create index bulk_items_waiting on bulk_items (team_id, job_id, n) where outcome is null;
create index bulk_items_done on bulk_items (team_id, job_id, n) where outcome = 'done';
