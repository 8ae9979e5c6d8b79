-- The caller of the request with an Idempotency-Key (docs/adr/0092-replays-for-their-caller.md): the user on whose behalf it was
-- made, i.e. a member by session, or the member whose permissions limit an API key; null for other keys, and for requests of
-- earlier versions.
alter table idempotency_keys add column user_id uuid;
-- True if the caller saw confidential fields; null, for requests of earlier versions, counts as true.
alter table idempotency_keys add column saw_values boolean;
