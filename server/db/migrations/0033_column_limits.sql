-- How many tasks a column should hold at most: said on boards, and refused nowhere. Null: any number.
alter table columns add column "limit" integer constraint columns_limit_check check ("limit" between 1 and 10000);
