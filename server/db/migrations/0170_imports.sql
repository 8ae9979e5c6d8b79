-- Imports of files of other products (docs/adr/0204-imports.md). The first kind is the exported chat of a messaging network.

create table imports (
  team_id uuid not null,
  id uuid not null,
  kind text not null,
  file_id uuid not null,
  file_name text not null,
  state text not null default 'reading',
  -- Contents of the file, as the worker read them; null before.
  contents json,
  -- Choices of the user; null before.
  choices json,
  -- Counts of the last check or run, written again when it runs again; null before.
  counts json,
  -- Why it failed, and the code of the reason.
  reason text,
  reason_details text,
  user_id uuid,
  claim uuid,
  claimed_until timestamptz,
  created_at timestamptz(3) not null default now(),
  -- When it was applied first; it can be undone for some time after it.
  applied_at timestamptz(3),
  finished_at timestamptz(3),
  constraint imports_pkey primary key (team_id, id),
  constraint imports_kind_check check (kind in ('chat')),
  constraint imports_state_check check (
    state in ('reading', 'read', 'checking', 'checked', 'applying', 'applied', 'stopped', 'undoing', 'undone', 'failed')),
  constraint imports_file_key unique (team_id, file_id),
  constraint imports_file_id_fkey foreign key (team_id, file_id) references files
);
create index imports_due on imports (created_at) where state in ('reading', 'checking', 'applying', 'undoing');
create index imports_created_at on imports (created_at);
-- At most one import of a team runs.
create unique index imports_running_key on imports (team_id) where claim is not null;

-- Identity of a message in the export that it came from, which contains no network ids: its side or author, its text, and its place among
-- equal ones of its minute.
alter table messages add column import_key text;
