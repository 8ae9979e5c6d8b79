-- The numbers of deals by status are kept, too (docs/adr/0027). What the version before writes meanwhile, which keeps none,
-- is counted by the worker (server/sweeps.ts).
insert into totals (team_id, resource, part, slot, n)
  select team_id, 'deals', 'status=' || status, uuid7(), count(*) from deals group by team_id, status;
