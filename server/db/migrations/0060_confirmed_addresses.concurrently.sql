-- Several people may claim an address; only one can have confirmed it (docs/adr/0091-unconfirmed-addresses.md).
create index concurrently people_email on people (lower(email));
create unique index concurrently people_confirmed_email_key on people (lower(email)) where email_confirmed_at is not null;
drop index concurrently if exists people_email_key;
