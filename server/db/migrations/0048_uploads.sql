-- Uploads in progress (docs/adr/0082-bounds-of-uploads.md): the bytes each may still write count against the team's limit before
-- they are stored. A process that is killed leaves its rows, which expire.
create table uploads (
  team_id uuid not null references teams,
  id uuid not null,
  -- Null for uploads without a user: a gateway's media, the operator's commands.
  user_id uuid,
  bytes bigint not null check (bytes >= 0),
  expires_at timestamptz(3) not null,
  primary key (team_id, id)
);
create index uploads_expires_at on uploads (expires_at);
