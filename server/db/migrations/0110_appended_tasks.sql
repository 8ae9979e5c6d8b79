-- Number of tasks that the insert of a row appends: ON CONFLICT of a batch adds it, where Citus accepts no subquery (docs/adr/0020). It means
-- nothing once the row is stored, and an older process does not set it.
alter table column_ends add column appended integer;
