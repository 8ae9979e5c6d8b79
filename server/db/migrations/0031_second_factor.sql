-- A team may let in only those who have proven themselves twice: people, that is; keys go on.
alter table teams add column requires_second_factor boolean not null default false;
