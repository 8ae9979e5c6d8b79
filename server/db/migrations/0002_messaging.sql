-- Messages, their delivery receipts from the network, and the events of both.

-- Includes the fraction of the millisecond (RFC 9562, section 6.2, method 3): events of one record sort in order of time.
create or replace function uuid7() returns uuid language sql volatile parallel safe as $$
  select encode(
    substring(int8send(us / 1000) from 3)
      || substring(int4send(28672 + ((us % 1000) * 4096 / 1000)::int) from 3)
      || substring(uuid_send(gen_random_uuid()) from 9), 'hex')::uuid
  from (select (extract(epoch from clock_timestamp()) * 1000000)::bigint) now (us)
$$;

-- In ascending order: a status only ever rises. Incoming messages have `received`.
create type message_direction as enum ('incoming', 'outgoing');
create type message_status as enum ('received', 'pending', 'sent', 'delivered', 'read', 'failed');

alter table conversations add column last_message_at timestamptz(3) not null default now();
alter table conversations add constraint conversations_inbox_key unique (team_id, id, inbox_id);
create index conversations_created_at on conversations (team_id, created_at, id);
create index conversations_last_message_at on conversations (team_id, last_message_at, id);
create index conversations_inbox_recent on conversations (team_id, inbox_id, created_at, id);

create table messages (
  team_id uuid not null,
  id uuid not null,
  conversation_id uuid not null,
  inbox_id uuid not null,
  remote_jid text not null,
  msgapp_message_id text check (char_length(msgapp_message_id) between 1 and 255),
  direction message_direction not null,
  message_type text not null default 'text',
  content text not null,
  status message_status not null,
  status_reason text,
  created_at timestamptz(3) not null default now(),
  -- Condition of partial indexes: changes only once, so that later status changes touch no index.
  is_pending boolean not null generated always as (status = 'pending') stored,
  primary key (team_id, id),
  constraint messages_conversation_id_fkey foreign key (team_id, conversation_id, inbox_id)
    references conversations (team_id, id, inbox_id),
  constraint messages_direction check ((direction = 'incoming') = (status = 'received'))
) with (fillfactor = 80);
create index messages_conversation_recent on messages (team_id, conversation_id, created_at, id);
create unique index messages_incoming_key on messages (team_id, inbox_id, msgapp_message_id) where direction = 'incoming';
create index messages_outgoing on messages (team_id, inbox_id, msgapp_message_id) where direction = 'outgoing';
create index messages_pending on messages (team_id, inbox_id, created_at) where is_pending;
create index messages_pending_since on messages (created_at) where is_pending;

-- Receipts that arrived before the gateway returned the message's network id: applied once it is known.
create table early_confirmations (
  team_id uuid not null references teams,
  inbox_id uuid not null,
  msgapp_message_id text not null check (char_length(msgapp_message_id) between 1 and 255),
  status message_status not null,
  reason text,
  created_at timestamptz(3) not null default now(),
  primary key (team_id, inbox_id, msgapp_message_id, status),
  constraint early_confirmations_inbox_id_fkey foreign key (team_id, inbox_id) references inboxes
);
create index early_confirmations_created_at on early_confirmations (created_at);

-- Events in their delivered form: `payload` is the text that is signed and sent, byte for byte.
create table events (
  team_id uuid not null references teams,
  id uuid not null,
  type text not null,
  record_id uuid not null,
  payload text not null,
  created_at timestamptz(3) not null default now(),
  primary key (team_id, id)
);
create index events_created_at on events (created_at);

-- A POST with external work is identified by its intent until it has a response.
alter table idempotency_keys add column intent uuid;
alter table idempotency_keys alter column status drop not null;
alter table idempotency_keys alter column response drop not null;
alter table idempotency_keys add constraint idempotency_keys_answered
  check ((status is null) = (response is null) and (response is not null or intent is not null));

-- Reading resources that other calls refer to by id.
create index inboxes_created_at on inboxes (team_id, created_at, id);
create index inboxes_name on inboxes (team_id, (fold(name) collate "C"), id);
create index inboxes_type_recent on inboxes (team_id, type, created_at, id);
create index inboxes_active_recent on inboxes (team_id, is_active, created_at, id);
create index squads_created_at on squads (team_id, created_at, id);
create index squads_name on squads (team_id, (fold(name) collate "C"), id);
create index pipelines_created_at on pipelines (team_id, created_at, id);
create index pipelines_name on pipelines (team_id, (fold(name) collate "C"), id);
create index pipelines_project_recent on pipelines (team_id, project_id, created_at, id);
alter table users add column search text not null generated always as (fold(name || chr(31) || email)) stored;
create index users_created_at on users (team_id, created_at, id);
create index users_name on users (team_id, (fold(name) collate "C"), id);
create index users_email on users (team_id, (fold(email) collate "C"), id);
create index users_search on users using gin (team_id, search gin_trgm_ops);
