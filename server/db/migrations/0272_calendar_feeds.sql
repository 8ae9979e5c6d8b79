-- A member's calendar feed (docs/adr/0240-calendar-feeds.md).
create table calendar_feeds (
  team_id uuid not null,
  user_id uuid not null,
  -- SHA-256 of the secret in the address.
  secret_hash bytea not null,
  has_holidays boolean not null default false,
  created_at timestamptz(3) not null default now(),
  constraint calendar_feeds_pkey primary key (team_id, user_id),
  constraint calendar_feeds_secret_hash_key unique (team_id, secret_hash),
  constraint calendar_feeds_user_id_fkey foreign key (team_id, user_id) references users
);
