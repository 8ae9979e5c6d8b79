-- The day, in the team's time zone, from which a required second factor is enforced; null: at once.
alter table teams add column second_factor_from date;
