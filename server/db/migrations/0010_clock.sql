-- When a worker last looked at the database's clock, since when it has gone steadily (always, where that is unset), and its last
-- leap (server/clock.ts). One row; on Citus it stands on the coordinator alone.
create table clock (
  seen_at timestamptz(3),
  steady_since timestamptz(3),
  leapt_at timestamptz(3),
  leap_ms bigint
);
create unique index clock_one_row on clock ((true));
insert into clock default values;
