-- The competitor that a deal was lost to.
alter table deals add column if not exists lost_to text;
create index concurrently deals_lost_to on deals (team_id, (fold(lost_to) collate "C"), id);
create index concurrently deals_lost_to_desc on deals (team_id, (fold(lost_to) collate "C") desc nulls last, id desc);
create index concurrently deals_search_lost_to on deals using gin (team_id, fold(lost_to) gin_trgm_ops);
