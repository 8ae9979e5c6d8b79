-- Media of messages: received ones, which the worker fetches, and files that were sent.

create table message_media (
  team_id uuid not null,
  message_id uuid not null,
  inbox_id uuid not null,
  -- `pending`: not fetched yet, for the given `reason`; `failed`: abandoned.
  status text not null default 'pending' check (status in ('pending', 'stored', 'failed')),
  reason text check (char_length(reason) <= 500),
  -- The adapter's data for fetching it, as JSON. Null if we sent it.
  source text check (octet_length(source) <= 16384),
  -- Declared by the sender; once stored, as detected.
  media_type text check (char_length(media_type) <= 255),
  name text check (char_length(name) <= 255),
  bytes bigint check (bytes >= 0),
  file_id uuid,
  attempts integer not null default 0,
  next_attempt_at timestamptz(3) default now(),
  claimed_until timestamptz(3),
  claim uuid,
  created_at timestamptz(3) not null default now(),
  primary key (team_id, message_id),
  constraint message_media_message_id_fkey foreign key (team_id, message_id) references messages,
  constraint message_media_inbox_id_fkey foreign key (team_id, inbox_id) references inboxes,
  constraint message_media_file_id_fkey foreign key (team_id, file_id) references files,
  constraint message_media_stored_check check ((status = 'stored') = (file_id is not null)),
  constraint message_media_pending_check check (status <> 'pending' or (source is not null and next_attempt_at is not null))
) with (fillfactor = 80);
create index message_media_due on message_media (next_attempt_at) where status = 'pending';
create index message_media_inbox_due on message_media (team_id, inbox_id, next_attempt_at, message_id) where status = 'pending';
create index message_media_file on message_media (team_id, file_id);
