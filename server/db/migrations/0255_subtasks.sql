-- Subtasks of one level (docs/adr/0230-subtasks.md). `level` is 1 for a subtask; `parent_level` is the level that its parent must have.
-- An older process sets none of them, and creates tasks of the first level.
alter table tasks add column parent_id uuid;
alter table tasks add column level smallint not null default 0;
alter table tasks add column parent_level smallint not null default 0;
