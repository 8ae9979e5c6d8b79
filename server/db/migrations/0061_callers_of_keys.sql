-- The caller of the request that an Idempotency-Key was used for (docs/adr/0092-replays-for-their-caller.md). The user in whose name it was made:
-- a member by session, or the member whose rights limit an API key; null for other keys, and for requests of earlier versions.
alter table idempotency_keys add column user_id uuid;
-- If the caller saw confidential fields; null, for requests of earlier versions, counts as true.
alter table idempotency_keys add column saw_values boolean;
