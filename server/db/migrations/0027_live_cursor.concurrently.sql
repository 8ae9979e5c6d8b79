-- What came since a moment, of all teams or, read within the index, of one.
create index concurrently events_xid on events (xid, team_id, id);
