-- Last check of the database's clock by a worker, the start of its current steady period (null: always steady), and its last jump
-- (server/clock.ts). One row; on Citus it exists on the coordinator only.
create table clock (
  seen_at timestamptz(3),
  steady_since timestamptz(3),
  leapt_at timestamptz(3),
  leap_ms bigint
);
create unique index clock_one_row on clock ((true));
insert into clock default values;
