-- Messages that are sent later (docs/adr/0188-scheduled-messages.md).
create table scheduled_messages (
  team_id uuid not null,
  -- Also the id of the message.
  id uuid not null,
  conversation_id uuid not null,
  inbox_id uuid not null,
  -- Of the last change: the message is sent in this name.
  author actor_kind not null,
  author_id uuid not null,
  -- Null for a file without a caption.
  content text,
  file_id uuid,
  file_type text,
  reply_to uuid,
  -- Name, language and parameters.
  template json,
  cancel_if_answered boolean not null default false,
  -- last_incoming_at of the conversation at the last change.
  seen_incoming_at timestamptz,
  scheduled_at timestamptz(3) not null,
  -- sending: its message is stored.
  status text not null default 'scheduled',
  reason text,
  -- Above the composer, until it is sent, canceled or dismissed.
  is_listed boolean not null default true,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  settled_at timestamptz(3),
  -- Null: nothing to do.
  due_at timestamptz(3),
  claim uuid,
  claimed_until timestamptz(3),
  constraint scheduled_messages_pkey primary key (team_id, id),
  constraint scheduled_messages_author_check check (author in ('user', 'key')),
  constraint scheduled_messages_status_check check (status in ('scheduled', 'sending', 'sent', 'failed', 'canceled')),
  constraint scheduled_messages_conversation_id_fkey foreign key (team_id, conversation_id) references conversations on delete cascade
);
create index scheduled_messages_due on scheduled_messages (due_at) where due_at is not null;
create index scheduled_messages_inbox_due on scheduled_messages (team_id, inbox_id, due_at) where due_at is not null;
create index scheduled_messages_listed on scheduled_messages (team_id, conversation_id, scheduled_at, id) where is_listed;
create index scheduled_messages_settled on scheduled_messages (settled_at);
alter type notification_kind add value if not exists 'unsent';
