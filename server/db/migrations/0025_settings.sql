-- What admins set of their team: which phases mean that a deal is won or lost, and the zone that its days are counted in.
alter table teams add column won_phases text[] not null default '{}';
alter table teams add column lost_phases text[] not null default '{}';
alter table teams add column time_zone text not null default 'America/Sao_Paulo';
alter table teams add constraint teams_time_zone_check check (char_length(time_zone) between 1 and 64);
