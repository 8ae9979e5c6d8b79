-- Histories that a phone shares with the official API, which delivers them in callbacks (docs/adr/0191-past-messages.md).

-- True if the gateway delivers the history after it was requested.
alter table inbox_histories add column is_delivered boolean not null default false;
-- Parts that were stored and counted.
alter table inbox_histories add column parts text[] not null default '{}';
-- Percentage that was delivered.
alter table inbox_histories add column progress integer not null default 0;
