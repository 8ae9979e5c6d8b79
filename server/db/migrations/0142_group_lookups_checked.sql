-- Validates what 0141 added, during which the table can be read and written.
alter table lookups validate constraint lookups_kind_check;
