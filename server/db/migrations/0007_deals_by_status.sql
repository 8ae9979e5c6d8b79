-- Also maintains totals of deals by status (docs/adr/0027). The previous version does not; the worker counts what it writes in
-- the meantime (server/sweeps.ts).
insert into totals (team_id, resource, part, slot, n)
  select team_id, 'deals', 'status=' || status, uuid7(), count(*) from deals group by team_id, status;
