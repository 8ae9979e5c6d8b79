-- Conversations with one status are filtered and counted in the index (docs/adr/0186).
create index concurrently conversations_status_counted on conversations (team_id, status, created_at, id)
  include (inbox_id, assignee_id, contact_id, waiting_since, last_message_at);
drop index concurrently if exists conversations_status_wide;
