-- From which addresses a key is taken (ranges in CIDR notation; null: from everywhere), and how many requests a minute it may make
-- (null: as many as its address).
alter table api_keys add column allow_from text[], add column per_minute integer;
-- Not beside their columns: on Citus a constraint comes by itself, with a name.
alter table api_keys add constraint api_keys_allow_from_check check (cardinality(allow_from) > 0);
alter table api_keys add constraint api_keys_per_minute_check check (per_minute > 0);
