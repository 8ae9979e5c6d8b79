-- Events since a position, of all teams or, filtered within the index, of one.
create index concurrently events_xid on events (xid, team_id, id);
