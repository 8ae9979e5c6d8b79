-- Sweeps of checks of numbers.
create index concurrently number_checks_checked_at on number_checks (checked_at);
