create index concurrently time_entries_hours on time_entries (team_id, project_id, started_at) include (minutes) where minutes is not null;
create index concurrently contracts_warned on contracts (team_id) where status = 'active' and included_hours > 0 and owner_id is not null;
