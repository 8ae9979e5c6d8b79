-- Addresses from which a key is accepted (ranges in CIDR notation; null: any), and its limit of requests per minute (null: that
-- of its address).
alter table api_keys add column allow_from text[], add column per_minute integer;
-- Separate from their columns: on Citus a constraint must be added by a separate statement, with a name.
alter table api_keys add constraint api_keys_allow_from_check check (cardinality(allow_from) > 0);
alter table api_keys add constraint api_keys_per_minute_check check (per_minute > 0);
