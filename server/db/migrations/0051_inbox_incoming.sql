-- Proof that an inbox receives: its last incoming message. For existing rows, the time before this migration is unknown.
alter table inbox_health
  add column last_incoming_at timestamptz(3),
  add column incoming_watched_from timestamptz(3) default now();
