-- Rules for each phase of a team's deals: maximum days in it, and the probability of winning (docs/adr/0057-deals-board.md).
alter table teams add column phase_rules json not null default '[]';
