-- True if a team requires two factors: applies to people, not to API keys.
alter table teams add column requires_second_factor boolean not null default false;
