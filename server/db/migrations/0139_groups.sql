-- Groups on session gateways (docs/adr/0190-groups.md).

-- ignore: nothing of groups is stored. muted: groups are shown, but their messages wait for no answer. show: like other conversations.
alter table inboxes add column groups text not null default 'ignore';
alter table inboxes add constraint inboxes_groups_check check (groups in ('ignore', 'muted', 'show'));

-- The network's address of the group. A group has neither contact nor LID; `push_name` is its name.
alter table conversations add column group_id text;
alter table conversations
  add constraint conversations_group_check
  check (group_id is null or contact_id is null and lid is null and char_length(group_id) between 1 and 64) not valid;
alter table conversations drop constraint conversations_is_of_somebody;
alter table conversations
  add constraint conversations_is_of_somebody check (contact_id is not null or lid is not null or group_id is not null) not valid;

-- Author of a message in a group: {"id": "<network address>", "phone": "…", "lid": "…", "name": "…"}. Set for all incoming messages of groups.
alter table messages add column participant json;

create table group_members (
  team_id uuid not null,
  conversation_id uuid not null,
  -- The network's address.
  member text not null,
  phone text,
  lid text,
  name text,
  is_admin boolean not null default false,
  constraint group_members_pkey primary key (team_id, conversation_id, member),
  constraint group_members_member_check check (char_length(member) between 1 and 255),
  constraint group_members_conversation_id_fkey foreign key (team_id, conversation_id) references conversations
);

-- Reactions of members to messages in groups; those of our side are in message_reactions. An empty emoji removes the reaction.
create table group_reactions (
  team_id uuid not null,
  inbox_id uuid not null,
  msgapp_message_id text not null,
  member text not null,
  name text,
  emoji text not null,
  at timestamptz(3) not null,
  constraint group_reactions_pkey primary key (team_id, inbox_id, msgapp_message_id, member),
  constraint group_reactions_inbox_id_fkey foreign key (team_id, inbox_id) references inboxes
);
