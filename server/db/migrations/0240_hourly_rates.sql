-- Hourly rates in BRL: of a member, overridden by that of a client, overridden by that of a project; and what an hour of a member costs
-- (docs/adr/0221-hourly-rates.md). Null: not set.
alter table users add column hourly_rate numeric(14, 2), add column hourly_cost numeric(14, 2);
alter table clients add column hourly_rate numeric(14, 2);
alter table projects add column hourly_rate numeric(14, 2);
