-- Also maintains the totals of contracts, which were not counted before they were records of the API (docs/adr/0216). An older process does not;
-- the worker counts what it writes in the meantime (features/installation/totals-repair.ts).
insert into totals (team_id, resource, part, slot, n)
  select team_id, 'contracts', '', uuid7(), c.n - coalesce(t.n, 0) from (
    select team_id, count(*) as n from contracts group by team_id) c
  left join (select team_id, sum(n) as n from totals where resource = 'contracts' and part = '' group by team_id) t using (team_id)
  where c.n <> coalesce(t.n, 0);
