-- Prevents loops of deliveries, and limits a team's usage of the installation.

-- Number of inbound hooks between the original request and the event's change: deliveries continue the count.
alter table events add column hops smallint not null default 0;

-- A team's usage of a resource within a window that starts at `since`. Concurrent transactions write to different slots, so that
-- none waits; the usage is the sum over the slots. Usage is never subtracted: expired windows do not count.
create table team_usage (
  team_id uuid not null references teams,
  what text not null,
  since timestamptz(3) not null,
  slot uuid not null,
  n bigint not null,
  primary key (team_id, what, since, slot)
  -- Leaves space next to each row for its next versions, as in totals.
) with (fillfactor = 50);
create index team_usage_since on team_usage (since);
