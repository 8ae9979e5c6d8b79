-- Threads in the order of writing; messages of the same second on the network in the order in which they were stored.
create index concurrently messages_thread on messages (team_id, conversation_id, (coalesce(sent_at, created_at)), created_at, id);
