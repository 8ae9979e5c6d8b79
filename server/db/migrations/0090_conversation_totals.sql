-- Also maintains the totals of conversations: overall, and of each inbox (docs/adr/0143). An older process does not; the worker
-- counts what it writes in the meantime (features/installation/totals-repair.ts).
insert into totals (team_id, resource, part, slot, n)
  select team_id, 'conversations', '', uuid7(), count(*) from conversations group by team_id;
insert into totals (team_id, resource, part, slot, n)
  select team_id, 'conversations', 'inbox_id=' || inbox_id, uuid7(), count(*) from conversations group by team_id, inbox_id;
