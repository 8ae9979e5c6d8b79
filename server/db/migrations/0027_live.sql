-- In which transaction an event was written: what live streams read by (docs/adr/0047). Null for events of before.
-- The default comes in a statement of its own: with the column, it would write every row anew.
alter table events add column xid xid8;
alter table events alter column xid set default pg_current_xact_id();
