-- Indexes for deleting expired rows.
create index concurrently invites_over on invites (expires_at);
create index concurrently login_failures_over on login_failures (failed_at);
