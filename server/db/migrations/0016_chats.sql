-- What networks tell of messages beyond their text: when, by whom, in answer to what; and chats whose number they hide.

create type message_origin as enum ('contact', 'pauta', 'phone', 'other');

alter table messages
  -- The network's time; null: that of created_at.
  add column sent_at timestamptz(3),
  -- null: the contact's where it came in, ours where it went out.
  add column origin message_origin,
  add column details json,
  -- The network id of the message that this one answers or reacts to, and that message where it was here already.
  add column quoted_id text,
  add column reply_to uuid,
  -- What message_reactions holds of this message, as it is shown.
  add column reactions json,
  add column edited_at timestamptz(3),
  add column revoked_at timestamptz(3),
  -- Whether its network id is one that we asked for and that nothing has proven to be on the network yet.
  add column is_reserved boolean;

-- A chat whose number is hidden has no contact until the number is known; then it becomes the contact's conversation, or a part of it.
alter table conversations alter column contact_id drop not null;
alter table conversations
  add column lid text,
  -- The name that somebody without a number announces.
  add column push_name text,
  -- The network's time of the last message from the contact.
  add column last_incoming_at timestamptz(3);
alter table conversations add constraint conversations_is_of_somebody check (contact_id is not null or lid is not null) not valid;

-- Conversations of hidden numbers that became a part of another one: who knows the old id still reaches the chat.
create table merged_conversations (
  team_id uuid not null,
  id uuid not null,
  conversation_id uuid not null,
  created_at timestamptz(3) not null default now(),
  primary key (team_id, id),
  constraint merged_conversations_conversation_id_fkey foreign key (team_id, conversation_id) references conversations
);

-- Which number a LID hides, as the network told.
create table known_lids (
  team_id uuid not null references teams,
  lid text not null check (char_length(lid) between 1 and 255),
  phone text not null check (phone ~ '^[0-9]{10,15}$'),
  created_at timestamptz(3) not null default now(),
  primary key (team_id, lid)
);

-- What a message was before it was edited or taken back. `at`: when the network says that it was changed.
create table message_versions (
  team_id uuid not null,
  id uuid not null,
  message_id uuid not null,
  at timestamptz(3) not null,
  content text not null,
  details json,
  created_at timestamptz(3) not null default now(),
  primary key (team_id, id),
  constraint message_versions_message_id_fkey foreign key (team_id, message_id) references messages
);
create index message_versions_message on message_versions (team_id, message_id, at);

-- Who reacted to a message of the network with what; the last one of each side counts. An empty emoji: taken back.
create table message_reactions (
  team_id uuid not null references teams,
  inbox_id uuid not null,
  msgapp_message_id text not null check (char_length(msgapp_message_id) between 1 and 255),
  direction message_direction not null,
  emoji text not null,
  at timestamptz(3) not null,
  primary key (team_id, inbox_id, msgapp_message_id, direction),
  constraint message_reactions_inbox_id_fkey foreign key (team_id, inbox_id) references inboxes
);

-- What a gateway told before it can be known which message it is about: an echo while a send to the same chat has no answer yet, an edit,
-- a revoke or a reply of a message that is not here yet. Applied as soon as it is known.
create table waiting_updates (
  team_id uuid not null references teams,
  inbox_id uuid not null,
  msgapp_message_id text not null check (char_length(msgapp_message_id) between 1 and 255),
  kind text not null check (kind in ('echo', 'edit', 'revoke', 'reply')),
  at timestamptz(3) not null,
  data json not null,
  created_at timestamptz(3) not null default now(),
  primary key (team_id, inbox_id, msgapp_message_id, kind, at),
  constraint waiting_updates_inbox_id_fkey foreign key (team_id, inbox_id) references inboxes
);
create index waiting_updates_created_at on waiting_updates (created_at);
