-- Network data of messages beyond their text: time, author, quoted message; and chats with hidden phone numbers.

create type message_origin as enum ('contact', 'pauta', 'phone', 'other');

alter table messages
  -- The network's time; null: created_at.
  add column sent_at timestamptz(3),
  -- null: the contact for incoming messages, this service for outgoing ones.
  add column origin message_origin,
  add column details json,
  -- Network id of the message that this one replies or reacts to, and that message itself if it was already stored.
  add column quoted_id text,
  add column reply_to uuid,
  -- Display copy of this message's rows in message_reactions.
  add column reactions json,
  add column edited_at timestamptz(3),
  add column revoked_at timestamptz(3),
  -- True if its network id was requested by us and is not yet proven to exist on the network.
  add column is_reserved boolean;

-- A chat with a hidden number has no contact until the number is known; it then becomes the contact's conversation, or is merged
-- into it.
alter table conversations alter column contact_id drop not null;
alter table conversations
  add column lid text,
  -- Display name announced by a person without a number.
  add column push_name text,
  -- The network's time of the last message from the contact.
  add column last_incoming_at timestamptz(3);
alter table conversations add constraint conversations_is_of_somebody check (contact_id is not null or lid is not null) not valid;

-- Conversations of hidden numbers that were merged into another one: the old id still leads to the chat.
create table merged_conversations (
  team_id uuid not null,
  id uuid not null,
  conversation_id uuid not null,
  created_at timestamptz(3) not null default now(),
  primary key (team_id, id),
  constraint merged_conversations_conversation_id_fkey foreign key (team_id, conversation_id) references conversations
);

-- Phone numbers of LIDs, as reported by the network.
create table known_lids (
  team_id uuid not null references teams,
  lid text not null check (char_length(lid) between 1 and 255),
  phone text not null check (phone ~ '^[0-9]{10,15}$'),
  created_at timestamptz(3) not null default now(),
  primary key (team_id, lid)
);

-- Versions of a message before it was edited or deleted. `at`: the network's time of the change.
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

-- Reactions to a message; the last one of each side counts. An empty emoji removes the reaction.
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

-- Updates that cannot be assigned to a message yet: an echo while a send to the same chat has no response, an edit, a deletion or
-- a reply of a message that is not stored yet. Applied once the message is known.
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
