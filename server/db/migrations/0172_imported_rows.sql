-- Imports of tables (docs/adr/0205-imports-of-tables.md). Not validated here: that would read the table while it is locked.
alter table imports drop constraint imports_kind_check;
alter table imports add constraint imports_kind_check check (kind in ('chat', 'rows')) not valid;
-- Sheet, header and separator that the user chose instead of those that were guessed; null by default.
alter table imports add column read_options json;

-- Ids that records have in other products, or in the Pauta that they came from. Running the same file again finds the records by them.
create table external_ids (
  team_id uuid not null,
  resource text not null,
  source text not null,
  external_id text not null,
  record_id uuid not null,
  import_id uuid,
  constraint external_ids_pkey primary key (team_id, resource, source, external_id)
);
create index external_ids_record on external_ids (team_id, resource, record_id);

-- Outcome of each row of a table: after a check only of rows with problems, after applying of all.
create table import_rows (
  team_id uuid not null,
  import_id uuid not null,
  -- Place among the rows of the file, from 1, and its line.
  n integer not null,
  line integer not null,
  outcome text not null,
  -- Why it was refused, and what was left out; null if nothing.
  problems json,
  -- Cells of a row with problems: the file of refused rows has them.
  cells json,
  created_at timestamptz(3) not null default now(),
  constraint import_rows_pkey primary key (team_id, import_id, n),
  constraint import_rows_outcome_check check (outcome in ('created', 'updated', 'unchanged', 'refused', 'in_trash'))
);
create index import_rows_outcome on import_rows (team_id, import_id, outcome, n);
create index import_rows_created_at on import_rows (created_at);

-- Records that an import created or updated, for undoing it.
create table import_changes (
  team_id uuid not null,
  import_id uuid not null,
  n integer not null,
  -- Key of the record in the mapping.
  record text not null,
  resource text not null,
  record_id uuid not null,
  action text not null,
  -- Values of the changed fields before and after; null for created records.
  before json,
  after json,
  -- updated_at of the record as it was stored.
  version timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  constraint import_changes_pkey primary key (team_id, import_id, n, record),
  constraint import_changes_action_check check (action in ('created', 'updated'))
);
create index import_changes_record on import_changes (team_id, record_id);
create index import_changes_created_at on import_changes (created_at);
