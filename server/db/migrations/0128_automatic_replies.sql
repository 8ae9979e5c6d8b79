-- Greeting and away message of inboxes, and the automatic replies that were sent or are due (docs/adr/0181-automatic-replies.md).
alter table inboxes add column greeting text;
alter table inboxes add column away_message text;

create table automatic_replies (
  team_id uuid not null,
  -- Also the id of the message.
  id uuid not null,
  conversation_id uuid not null,
  inbox_id uuid not null,
  kind text not null,
  -- Begin of the closed time, or of the day; one reply each.
  period timestamptz(3) not null,
  content text not null,
  created_at timestamptz(3) not null default now(),
  -- Null: nothing to send.
  next_attempt_at timestamptz(3) default now(),
  claim uuid,
  claimed_until timestamptz(3),
  primary key (team_id, id),
  constraint automatic_replies_kind_check check (kind in ('greeting', 'away')),
  constraint automatic_replies_period_key unique (team_id, conversation_id, kind, period),
  constraint automatic_replies_conversation_id_fkey foreign key (team_id, conversation_id) references conversations on delete cascade
);
create index automatic_replies_created_at on automatic_replies (created_at);
create index automatic_replies_due on automatic_replies (team_id, inbox_id, next_attempt_at) where next_attempt_at is not null;
