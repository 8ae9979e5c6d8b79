-- Edits of sent messages, and messages taken back (docs/adr/0192-changes-of-sent-messages.md).
create table message_changes (
  team_id uuid not null,
  -- Chosen by the caller.
  id uuid not null,
  message_id uuid not null,
  kind text not null,
  -- The new text of an edit.
  content text,
  user_id uuid not null,
  -- unknown: the gateway may have carried it out.
  status text not null default 'pending',
  reason text,
  created_at timestamptz(3) not null default now(),
  settled_at timestamptz(3),
  constraint message_changes_pkey primary key (team_id, id),
  constraint message_changes_kind_check check (kind in ('edit', 'revoke')),
  constraint message_changes_status_check check (status in ('pending', 'done', 'refused', 'unknown')),
  constraint message_changes_message_id_fkey foreign key (team_id, message_id) references messages
);
-- One change of a message at a time.
create unique index message_changes_pending on message_changes (team_id, message_id) where status = 'pending';
create index message_changes_unsettled on message_changes (created_at) where status = 'pending';
-- The last of them, as the API shows it.
alter table messages add column last_change json;
