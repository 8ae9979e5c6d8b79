-- Recommended maximum of tasks in a column: shown on boards, but not enforced. Null: unlimited.
alter table columns add column "limit" integer constraint columns_limit_check check ("limit" between 1 and 10000);
