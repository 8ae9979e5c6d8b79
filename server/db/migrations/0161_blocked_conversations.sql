-- Contacts and groups that the team blocked in an inbox (docs/adr/0199-blocked-contacts.md).
alter table conversations add column is_blocked boolean not null default false;
