-- Connection state of inboxes, and evidence that they work.

create type inbox_state as enum ('disconnected', 'connecting', 'scan', 'code', 'passkey', 'connected', 'failed');

-- Null until a state is reported: for older inboxes, and those connected manually. `is_connected` follows it.
alter table inboxes
  add column state inbox_state,
  add column state_reason text,
  add column state_changed_at timestamptz(3),
  -- Phone number that is logged in.
  add column phone text,
  -- Start of the current connection; survives mere connection losses.
  add column up_since timestamptz(3),
  -- Its conversations remain.
  add column is_deleted boolean not null default false;
alter table inboxes add constraint inboxes_state_reason_check check (char_length(state_reason) between 1 and 255);
alter table inboxes add constraint inboxes_phone_check check (phone ~ '^[0-9]{10,15}$');

-- Health of an inbox, updated periodically; one row per inbox with any activity.
create table inbox_health (
  team_id uuid not null references teams,
  inbox_id uuid not null,
  -- Callback URL that we configured at the gateway; null if the operator configured it.
  callback_url text check (char_length(callback_url) between 1 and 2048),
  last_callback_at timestamptz(3),
  last_confirmed_at timestamptz(3),
  last_sent_at timestamptz(3),
  -- Accepted by the gateway since its last callback.
  unanswered_sends integer not null default 0,
  unanswered_since timestamptz(3),
  -- Refused by the gateway or the network since the last successful send.
  failed_sends integer not null default 0,
  failing_since timestamptz(3),
  last_failure text check (char_length(last_failure) between 1 and 255),
  -- Time since which the gateway itself does not respond.
  unreachable_since timestamptz(3),
  -- Time of the last automatic restart.
  restarted_at timestamptz(3),
  -- Next check by the worker; null if none is needed.
  check_at timestamptz(3),
  primary key (team_id, inbox_id),
  constraint inbox_health_inbox_id_fkey foreign key (team_id, inbox_id) references inboxes
) with (fillfactor = 50);
create index inbox_health_check_at on inbox_health (check_at) where check_at is not null;

-- Sessions of the sandbox, which has no phone to store them. Without a row, an inbox is logged in.
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
