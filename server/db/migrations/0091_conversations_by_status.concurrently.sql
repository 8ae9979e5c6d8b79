-- Conversations of one inbox with one status are counted in the index (docs/adr/0143).
create index concurrently conversations_status_wide on conversations (team_id, status, created_at, id) include (inbox_id);
drop index concurrently if exists conversations_status_recent;
