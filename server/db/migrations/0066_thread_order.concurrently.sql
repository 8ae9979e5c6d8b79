-- Threads in the order in which they were written: within one second of the network, as they were stored.
create index concurrently messages_thread on messages (team_id, conversation_id, (coalesce(sent_at, created_at)), created_at, id);
