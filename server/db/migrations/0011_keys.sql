-- From which addresses a key is taken (ranges in CIDR notation; null: from everywhere), and how many requests a minute it may make
-- (null: as many as its address).
alter table api_keys
  add column allow_from text[] check (cardinality(allow_from) > 0),
  add column per_minute integer check (per_minute > 0);
