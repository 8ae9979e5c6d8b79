-- Packages of persons' data (docs/adr/0206-packages-of-persons.md): outside the team's files, like exports.

alter table privacy_requests
  -- The file; package_id is set once it is complete.
  add column package_place text,
  add column package_bytes bigint,
  add column package_sha256 bytea,
  -- Claims of the current work.
  add column attempts integer not null default 0,
  -- The code of reason.
  add column reason_details text;
