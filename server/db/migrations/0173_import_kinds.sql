-- Validates what 0172 added, during which the table can be read and written.
alter table imports validate constraint imports_kind_check;
