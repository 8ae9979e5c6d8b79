-- The member's last activity in this team, regardless of the person's other teams.
alter table users add column seen_at timestamptz(3);
