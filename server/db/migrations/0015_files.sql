-- Files: their names and records (files), and their contents (blobs), which a team stores only once, regardless of the number of
-- files that share them.

create type file_scan as enum ('pending', 'clean', 'infected');
create type file_preview as enum ('none', 'pending', 'ready', 'failed');

-- The bytes are stored at `place`, in a directory or a bucket. The row is inserted before they are written, so that no stored
-- bytes are unknown; they are complete once stored_at is set.
create table blobs (
  team_id uuid not null references teams,
  sha256 bytea not null check (octet_length(sha256) = 32),
  bytes bigint not null check (bytes > 0),
  place text not null check (char_length(place) between 1 and 512),
  stored_at timestamptz(3),
  -- Next check whether any file still refers to it; null while one does.
  check_at timestamptz(3),
  scan file_scan not null default 'pending',
  scan_found text check (char_length(scan_found) between 1 and 255),
  width integer,
  height integer,
  preview file_preview not null default 'none',
  preview_image bytea,
  -- Next processing by the worker: a scan, or creating the preview.
  work_at timestamptz(3),
  work_tries smallint not null default 0,
  created_at timestamptz(3) not null default now(),
  primary key (team_id, sha256),
  constraint blobs_preview_image_check check ((preview = 'ready') = (preview_image is not null))
);
create index blobs_check_at on blobs (check_at) where check_at is not null;
create index blobs_work_at on blobs (work_at) where work_at is not null;
-- Blobs stored before a scanner was configured.
create index blobs_unscanned on blobs (created_at) where scan = 'pending' and work_at is null;

create table files (
  team_id uuid not null references teams,
  id uuid not null,
  -- Null once the bytes of a deleted file have been deleted.
  sha256 bytea,
  bytes bigint not null,
  name text not null check (char_length(name) between 1 and 255),
  media_type text not null check (char_length(media_type) between 3 and 255),
  purpose text not null check (char_length(purpose) between 1 and 64),
  record_type text check (char_length(record_type) between 1 and 64),
  record_id uuid,
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  primary key (team_id, id),
  constraint files_sha256_fkey foreign key (team_id, sha256) references blobs,
  constraint files_created_by_fkey foreign key (team_id, created_by) references users,
  constraint files_record_check check ((record_type is null) = (record_id is null)),
  constraint files_sha256_check check (sha256 is not null or deleted_at is not null)
);
create index files_record on files (team_id, record_type, record_id, id);
create index files_blob on files (team_id, sha256);

-- Total bytes of a team's blobs, to which the limit for new ones applies.
create table file_usage (
  team_id uuid primary key references teams,
  bytes bigint not null check (bytes >= 0)
) with (fillfactor = 50);

-- Places of deleted blobs whose bytes must still be deleted.
create table blob_removals (
  team_id uuid not null references teams,
  place text not null,
  created_at timestamptz(3) not null default now(),
  primary key (team_id, place)
);
create index blob_removals_created_at on blob_removals (created_at);
