create unique index concurrently users_person_key on users (team_id, person_id);
create index concurrently users_person on users (person_id);
