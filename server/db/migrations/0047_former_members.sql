-- The person who used a row of users before leaving the team (docs/adr/0081-returning-members.md). Only that person gets it back.
alter table users add column former_person_id uuid constraint users_former_person_id_fkey references people;

-- Members who left before this migration: seen_at shows that the row was in use, and it still has the person's address at that
-- time.
update users u set former_person_id = p.id from people p
where u.person_id is null and u.seen_at is not null and lower(p.email) = lower(u.email);
