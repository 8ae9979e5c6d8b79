-- Validates what 0251 added, during which the table can be read and written.
alter table tasks validate constraint tasks_start_date_check;
