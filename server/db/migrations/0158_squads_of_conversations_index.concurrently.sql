-- Conversations of a squad: in the list of the panel, and in v1.
create index concurrently conversations_squad_latest on conversations (team_id, squad_id, status, last_message_at, id) where squad_id is not null;
create index concurrently conversations_squad_recent on conversations (team_id, squad_id, created_at, id) where squad_id is not null;
