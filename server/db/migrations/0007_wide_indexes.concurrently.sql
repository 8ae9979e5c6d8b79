-- Deals are filtered by several fields at once: columns included in the index are counted without reading the records. Each of
-- these supports everything that the index it replaces did.
create index concurrently deals_status_wide on deals (team_id, status, created_at, id) include (phase, value, source);
create index concurrently deals_phase_wide on deals (team_id, phase, created_at, id) include (status, value, source);
create index concurrently deals_source_wide on deals (team_id, source, created_at, id) include (status, phase, value);
create index concurrently deals_client_wide on deals (team_id, client_id, created_at, id) include (status, phase, value, source);
create index concurrently deals_responsible_wide on deals (team_id, responsible_id, created_at, id) include (status, phase, value, source);
drop index concurrently if exists deals_status_recent;
drop index concurrently if exists deals_phase_recent;
drop index concurrently if exists deals_source_recent;
drop index concurrently if exists deals_client_recent;
drop index concurrently if exists deals_responsible_recent;
