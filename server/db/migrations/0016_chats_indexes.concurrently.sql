create index concurrently messages_conversation_sent on messages (team_id, conversation_id, (coalesce(sent_at, created_at)), id);
create unique index concurrently messages_typed_key on messages (team_id, inbox_id, msgapp_message_id) where origin in ('phone', 'other');
create unique index concurrently conversations_lid_key on conversations (team_id, inbox_id, lid) where lid is not null;
