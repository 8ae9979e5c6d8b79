-- Limits of the language model that hold for all processes (docs/adr/0261-limits-of-the-language-model.md).

-- Requests that are under way, in all processes. A row is a slot: it is taken until its lease ends, or until its holder deletes it. They belong to no team.
create table endpoint_slots (
  slot integer not null check (slot between 1 and 100),
  holder uuid not null,
  claimed_until timestamptz(3) not null,
  constraint endpoint_slots_pkey primary key (slot)
);

-- Begin of the minute whose requests are counted.
alter table endpoint_usage add column minute_from timestamptz(3) not null default now();
alter table endpoint_usage add column minute_requests integer not null default 0;
