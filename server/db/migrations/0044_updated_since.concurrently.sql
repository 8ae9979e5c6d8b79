-- What changed since a time; all other lists had it for their sort.
create index concurrently activities_updated_at on activities (team_id, updated_at, id);
-- By what an address sums up to: itself may be longer than an entry of an index.
create index concurrently webhooks_url_recent on webhooks (team_id, md5(url), created_at, id) where url is not null;
