-- Exports of lists and of whole teams, written by the worker (docs/adr/0207-exports.md). Each is kept for a day.

create table exports (
  team_id uuid not null,
  id uuid not null,
  -- A kind of record, or team.
  resource text not null,
  -- Query of the list, as in its address.
  query text not null default '',
  -- Chosen columns; null for all.
  columns text[],
  format text not null,
  language text not null,
  state text not null default 'waiting',
  -- Why it failed, and the code of the reason.
  reason text,
  reason_details text,
  -- Number of records, known once it runs.
  total integer,
  done integer not null default 0,
  -- True if the file contains values that not every member may see.
  has_values boolean not null default false,
  -- The file, once it is complete; its place is recorded before.
  place text,
  bytes bigint,
  sha256 bytea,
  user_id uuid not null,
  attempts integer not null default 0,
  claim uuid,
  claimed_until timestamptz,
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  -- When it is removed.
  expires_at timestamptz(3),
  constraint exports_pkey primary key (team_id, id),
  constraint exports_format_check check (format in ('csv', 'xlsx', 'jsonl', 'zip')),
  constraint exports_language_check check (language in ('pt', 'en')),
  constraint exports_state_check check (state in ('waiting', 'running', 'ready', 'failed'))
);
create index exports_due on exports (created_at) where state in ('waiting', 'running');
create index exports_expires_at on exports (expires_at);
-- At most one export of a team runs.
create unique index exports_running_key on exports (team_id) where claim is not null;
