-- For each phase of a team's deals: for how many days one may stay there, and how likely it is won (docs/adr/0057-deals-board.md).
alter table teams add column phase_rules json not null default '[]';
