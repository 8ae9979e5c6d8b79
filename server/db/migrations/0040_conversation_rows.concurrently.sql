-- Working list of conversations and its counts: by status, and by assignee, latest message first.
create index concurrently conversations_status_latest on conversations (team_id, status, last_message_at, id);
create index concurrently conversations_assignee_latest on conversations (team_id, assignee_id, status, last_message_at, id);
-- Waiting contacts, by status: only those have an entry.
create index concurrently conversations_status_waiting on conversations (team_id, status, waiting_since, id) where waiting_since is not null;
