-- Also maintains the totals of conversations: overall, and of each inbox (docs/adr/0143). An older process does not; the worker
-- counts what it writes in the meantime (features/installation/totals-repair.ts).
insert into totals (team_id, resource, part, slot, n)
  select c.team_id, 'conversations', part, uuid7(), count(*)
  from conversations c, unnest(array['', 'inbox_id=' || c.inbox_id]) part
  group by c.team_id, part;
