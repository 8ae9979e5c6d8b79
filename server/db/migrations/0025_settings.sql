-- Team settings by admins: the phases of won and lost deals, and the time zone of the team's days.
alter table teams add column won_phases text[] not null default '{}';
alter table teams add column lost_phases text[] not null default '{}';
alter table teams add column time_zone text not null default 'America/Sao_Paulo';
alter table teams add constraint teams_time_zone_check check (char_length(time_zone) between 1 and 64);
