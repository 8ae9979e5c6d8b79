-- Business hours of teams, and of inboxes that have different ones (docs/adr/0180-business-hours.md). null: not set.
alter table teams add column business_hours json;
alter table inboxes add column business_hours json;
