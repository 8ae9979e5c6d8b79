-- Start dates of tasks (docs/adr/0228-start-dates-of-tasks.md). Not validated here: that would read the table while it is locked.
alter table tasks add column start_date date;
alter table tasks add constraint tasks_start_date_check check (start_date <= due_date) not valid;
