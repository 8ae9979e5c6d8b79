-- The few blocked conversations.
create index concurrently conversations_blocked on conversations (team_id, last_message_at, id) where is_blocked;
