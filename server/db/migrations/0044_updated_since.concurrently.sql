-- Records changed since a time; all other lists already had such an index for sorting.
create index concurrently activities_updated_at on activities (team_id, updated_at, id);
-- By a hash of the URL, which itself may exceed the size of an index entry.
create index concurrently webhooks_url_recent on webhooks (team_id, md5(url), created_at, id) where url is not null;
