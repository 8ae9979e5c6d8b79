-- What keeps deliveries from feeding themselves, and what a team takes of the installation.

-- How many inbound hooks lie between whoever began and the change that is told: deliveries count on from there.
alter table events add column hops smallint not null default 0;

-- What a team used of something within a span that begins at `since`. Those who use it at once write to different slots, so
-- that nobody waits; the sum over the slots is the use. Nothing is taken off again: what is past its time does not count.
create table team_usage (
  team_id uuid not null references teams,
  what text not null,
  since timestamptz(3) not null,
  slot uuid not null,
  n bigint not null,
  primary key (team_id, what, since, slot)
  -- As with totals: room beside each row for its next versions.
) with (fillfactor = 50);
create index team_usage_since on team_usage (since);
