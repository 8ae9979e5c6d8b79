-- Working state of a conversation: its status, its assignee, and how long its contact has been waiting (docs/adr/0039).

create type conversation_status as enum ('open', 'snoozed', 'resolved');

alter table conversations
  add column status conversation_status not null default 'open',
  add column snoozed_until timestamptz(3),
  add column assignee_id uuid,
  add column first_answered_at timestamptz(3),
  add column waiting_since timestamptz(3),
  -- Equals last_message_at if the times of replies and of incoming messages cover all messages. The previous version does not set
  -- it: the worker then derives them from the messages.
  add column activity_at timestamptz(3);
alter table conversations
  add constraint conversations_snoozed check ((status = 'snoozed') = (snoozed_until is not null));
alter table conversations
  add constraint conversations_assignee_id_fkey foreign key (team_id, assignee_id) references users;

-- Last message that a user has read, in order of arrival, not of writing.
create table conversation_reads (
  team_id uuid not null,
  conversation_id uuid not null,
  user_id uuid not null,
  read_up_to timestamptz(3) not null,
  updated_at timestamptz(3) not null default now(),
  primary key (team_id, conversation_id, user_id),
  constraint conversation_reads_conversation_id_fkey foreign key (team_id, conversation_id) references conversations,
  constraint conversation_reads_user_id_fkey foreign key (team_id, user_id) references users
);

-- Read receipts to send to the gateway: once for all users.
create table gateway_reads (
  team_id uuid not null,
  conversation_id uuid not null,
  inbox_id uuid not null,
  wanted_up_to timestamptz(3) not null,
  wanted_at timestamptz(3) not null default now(),
  told_up_to timestamptz(3),
  failures integer not null default 0,
  reason text,
  -- Null: nothing to send.
  next_attempt_at timestamptz(3) default now(),
  claim uuid,
  claimed_until timestamptz(3),
  primary key (team_id, conversation_id),
  constraint gateway_reads_conversation_id_fkey foreign key (team_id, conversation_id, inbox_id)
    references conversations (team_id, id, inbox_id)
);
create index gateway_reads_due on gateway_reads (team_id, inbox_id, next_attempt_at) where next_attempt_at is not null;

create table conversation_notes (
  team_id uuid not null,
  id uuid not null,
  conversation_id uuid not null,
  author_id uuid not null,
  content text not null check (char_length(content) between 1 and 50000),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  primary key (team_id, id),
  constraint conversation_notes_conversation_id_fkey foreign key (team_id, conversation_id) references conversations,
  constraint conversation_notes_author_id_fkey foreign key (team_id, author_id) references users
);
create index conversation_notes_recent on conversation_notes (team_id, conversation_id, created_at, id) where deleted_at is null;

create table conversation_drafts (
  team_id uuid not null,
  conversation_id uuid not null,
  user_id uuid not null,
  content text not null check (char_length(content) between 1 and 50000),
  updated_at timestamptz(3) not null default now(),
  primary key (team_id, conversation_id, user_id),
  constraint conversation_drafts_conversation_id_fkey foreign key (team_id, conversation_id) references conversations,
  constraint conversation_drafts_user_id_fkey foreign key (team_id, user_id) references users
);

create table ready_answers (
  team_id uuid not null references teams,
  id uuid not null,
  shortcut text not null check (char_length(shortcut) between 1 and 80),
  title text not null check (char_length(title) between 1 and 255),
  content text not null check (char_length(content) between 1 and 4096),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (team_id, id),
  constraint ready_answers_shortcut_key unique (team_id, shortcut)
);
