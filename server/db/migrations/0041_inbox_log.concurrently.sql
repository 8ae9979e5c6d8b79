-- The log of an inbox: what became of its connection, the latest first.
create index concurrently events_inbox_connections on events (team_id, record_id, id) where type = 'inbox.connection';
