create index concurrently workflows_next on workflows (next_at) where is_active and next_at is not null;
