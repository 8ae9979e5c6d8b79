create index concurrently contracts_created_at on contracts (team_id, created_at, id);
create index concurrently contracts_client_recent on contracts (team_id, client_id, created_at, id);
create index concurrently tasks_trash on tasks (team_id, deleted_at, id) where deleted_at is not null;
