-- Past messages that a gateway still has, read after an inbox was connected (docs/adr/0191-past-messages.md).

-- The import that stored a past message; null for all messages that came live. A past message asks for no answer and is never unread.
alter table messages add column history_id uuid;

create table inbox_histories (
  team_id uuid not null,
  id uuid not null,
  inbox_id uuid not null,
  state text not null default 'running',
  -- Why it failed, and the code of the reason.
  reason text,
  reason_details text,
  period text not null,
  -- Older messages are left out; null for all that the gateway has.
  since timestamptz(3),
  -- Chats in which nothing was written before `created_at` are listed completely.
  is_listed boolean not null default false,
  -- User who started it, or continued it last.
  user_id uuid,
  claim uuid,
  claimed_until timestamptz,
  -- Messages written later come live.
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  constraint inbox_histories_pkey primary key (team_id, id),
  constraint inbox_histories_state_check check (state in ('running', 'stopped', 'failed', 'done')),
  constraint inbox_histories_period_check check (period in ('month', 'quarter', 'year', 'all')),
  constraint inbox_histories_inbox_id_fkey foreign key (team_id, inbox_id) references inboxes
);
create index inbox_histories_latest on inbox_histories (team_id, inbox_id, id);
create unique index inbox_histories_running_key on inbox_histories (team_id, inbox_id) where state = 'running';

-- Chats of a history, in the order in which they are read. Counts are those of the whole chat, and written again if it is read again.
create table inbox_history_chats (
  team_id uuid not null,
  history_id uuid not null,
  n integer not null,
  -- The gateway's address of the chat.
  chat text not null,
  name text,
  state text not null default 'pending',
  -- Why it was left out.
  reason text,
  conversation_id uuid,
  stored integer not null default 0,
  present integer not null default 0,
  media integer not null default 0,
  media_missing integer not null default 0,
  -- Reason → number of messages that were left out.
  skipped jsonb not null default '{}',
  constraint inbox_history_chats_pkey primary key (team_id, history_id, n),
  constraint inbox_history_chats_chat_key unique (team_id, history_id, chat),
  constraint inbox_history_chats_chat_check check (char_length(chat) between 1 and 255),
  constraint inbox_history_chats_state_check check (state in ('pending', 'done', 'failed', 'skipped')),
  constraint inbox_history_chats_history_id_fkey foreign key (team_id, history_id) references inbox_histories on delete cascade
);
