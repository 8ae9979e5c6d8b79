-- Periodic look-ups of people at gateways.

-- Profiles of contacts (subject: the contact's id) and numbers of LIDs (subject: the LID).
create table lookups (
  team_id uuid not null references teams,
  kind text not null check (kind in ('profile', 'lid')),
  subject text not null check (char_length(subject) between 1 and 64),
  -- The inbox used for the look-up: the one with the latest message.
  inbox_id uuid not null,
  -- Next look-up; null: not before the next message.
  due_at timestamptz(3),
  looked_at timestamptz(3),
  attempts smallint not null default 0,
  claimed_until timestamptz(3),
  claim uuid,
  primary key (team_id, kind, subject),
  constraint lookups_inbox_id_fkey foreign key (team_id, inbox_id) references inboxes
) with (fillfactor = 80);
create index lookups_due on lookups (due_at) where due_at is not null;
create index lookups_inbox_due on lookups (team_id, inbox_id, due_at) where due_at is not null;

-- True if a number is on the network, as checked at a gateway before the first message to it.
create table number_checks (
  team_id uuid not null references teams,
  inbox_id uuid not null,
  phone text not null check (phone ~ '^[0-9]{10,15}$'),
  is_there boolean not null,
  -- The number in the network's spelling, if it differs: messages are sent to it.
  address text check (address ~ '^[0-9]{10,15}$'),
  checked_at timestamptz(3) not null default now(),
  primary key (team_id, inbox_id, phone),
  constraint number_checks_inbox_id_fkey foreign key (team_id, inbox_id) references inboxes
);
