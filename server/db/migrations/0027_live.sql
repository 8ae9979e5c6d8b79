-- Transaction that inserted an event: live streams read in its order (docs/adr/0047). Null for older events. The default is set
-- by a separate statement: together with the column, it would rewrite every row.
alter table events add column xid xid8;
alter table events alter column xid set default pg_current_xact_id();
