-- When a member was last there: in this team, whatever else the person does.
alter table users add column seen_at timestamptz(3);
