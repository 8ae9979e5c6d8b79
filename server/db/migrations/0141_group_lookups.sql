-- Lookups of groups. Not validated here: that would read the table while it is locked.
alter table lookups drop constraint lookups_kind_check;
alter table lookups add constraint lookups_kind_check check (kind in ('profile', 'lid', 'group')) not valid;
