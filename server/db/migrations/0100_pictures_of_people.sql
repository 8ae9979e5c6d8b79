-- A person's picture: a small square image that the service encoded itself, and its SHA-256, which is part of its URL
-- (docs/adr/0156-pictures-of-people.md).
alter table people
  add column picture bytea,
  add column picture_hash bytea;
alter table people add constraint people_picture_check check (octet_length(picture) <= 65536);
alter table people add constraint people_picture_hash_check check (octet_length(picture_hash) = 32);
