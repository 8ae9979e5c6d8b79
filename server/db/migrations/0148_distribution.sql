-- Automatic distribution of conversations (docs/adr/0182-automatic-distribution.md).

-- round_robin: to each person in turn. load: to the person with the fewest open conversations.
alter table inboxes add column distribution text not null default 'none';
alter table inboxes add constraint inboxes_distribution_check check (distribution in ('none', 'round_robin', 'load'));
-- Max open conversations of a person in the inbox; null: no limit.
alter table inboxes add column distribution_limit integer;

-- True while the member receives no conversations.
alter table users add column is_away boolean not null default false;

-- The person who was assigned last. Its lock orders the assignments of an inbox.
create table distribution_turns (
  team_id uuid not null,
  inbox_id uuid not null,
  user_id uuid,
  constraint distribution_turns_pkey primary key (team_id, inbox_id),
  constraint distribution_turns_inbox_id_fkey foreign key (team_id, inbox_id) references inboxes
);

-- Conversations that are assigned as soon as someone can receive them.
create table awaiting_distribution (
  team_id uuid not null,
  conversation_id uuid not null,
  inbox_id uuid not null,
  created_at timestamptz(3) not null default now(),
  constraint awaiting_distribution_pkey primary key (team_id, conversation_id),
  constraint awaiting_distribution_conversation_id_fkey foreign key (team_id, conversation_id)
    references conversations on delete cascade
);
create index awaiting_distribution_inbox on awaiting_distribution (team_id, inbox_id);
