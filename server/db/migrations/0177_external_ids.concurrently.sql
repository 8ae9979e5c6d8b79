-- Ids that a record has in other products, for every resource (docs/adr/0205-imports-of-tables.md). Without the resource in it, the planner has no reason
-- to read all ids of a team's contacts, of which it expects few.
create index concurrently external_ids_of_record on external_ids (team_id, record_id);
drop index concurrently if exists external_ids_record;
