-- Proof that an inbox receives: a message that came in. Rows that exist already are unknown before now.
alter table inbox_health
  add column last_incoming_at timestamptz(3),
  add column incoming_watched_from timestamptz(3) default now();
