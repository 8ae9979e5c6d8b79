-- How inboxes stand with the network, and what shows that they work.

create type inbox_state as enum ('disconnected', 'connecting', 'scan', 'code', 'passkey', 'connected', 'failed');

-- Null as long as nobody has said it: inboxes from before, and those that were connected by hand. `is_connected` follows it.
alter table inboxes
  add column state inbox_state,
  add column state_reason text check (char_length(state_reason) between 1 and 255),
  add column state_changed_at timestamptz(3),
  -- The number that is logged in.
  add column phone text check (phone ~ '^[0-9]{10,15}$'),
  -- When it was connected last, as long as nothing but a drop has ended that.
  add column up_since timestamptz(3),
  -- Its conversations stay.
  add column is_deleted boolean not null default false;

-- What shows whether an inbox works, written now and then; a row for each inbox that something was seen of.
create table inbox_health (
  team_id uuid not null references teams,
  inbox_id uuid not null,
  -- Where we have the gateway call back; null where the operator has set that up.
  callback_url text check (char_length(callback_url) between 1 and 2048),
  last_callback_at timestamptz(3),
  last_confirmed_at timestamptz(3),
  last_sent_at timestamptz(3),
  -- Accepted by the gateway since anything came back from it.
  unanswered_sends integer not null default 0,
  unanswered_since timestamptz(3),
  -- Refused by the gateway or the network since one went out.
  failed_sends integer not null default 0,
  failing_since timestamptz(3),
  last_failure text check (char_length(last_failure) between 1 and 255),
  -- Since when the gateway itself does not answer.
  unreachable_since timestamptz(3),
  -- By us, unasked.
  restarted_at timestamptz(3),
  -- When the worker is to look at it; null where it has not to.
  check_at timestamptz(3),
  primary key (team_id, inbox_id),
  constraint inbox_health_inbox_id_fkey foreign key (team_id, inbox_id) references inboxes
) with (fillfactor = 50);
create index inbox_health_check_at on inbox_health (check_at) where check_at is not null;

-- The sessions of the sandbox, which has no phone to keep them. Without a row it is logged in.
create table sandbox_sessions (
  team_id uuid not null references teams,
  inbox_id uuid not null,
  play text not null check (char_length(play) between 1 and 32),
  phase text not null check (char_length(phase) between 1 and 32),
  since timestamptz(3) not null default now(),
  phone text check (phone ~ '^[0-9]{10,15}$'),
  callback_url text,
  primary key (team_id, inbox_id),
  constraint sandbox_sessions_inbox_id_fkey foreign key (team_id, inbox_id) references inboxes
);
