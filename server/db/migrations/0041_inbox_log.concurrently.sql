-- Connection log of an inbox, latest first.
create index concurrently events_inbox_connections on events (team_id, record_id, id) where type = 'inbox.connection';
