-- Pages far into a list sorted by a name skip its records in the index, which contains the name and its folded form (docs/adr/0149).
create index concurrently tasks_title_wide on tasks (team_id, (fold(title) collate "C"), id) include (title) where deleted_at is null;
drop index concurrently if exists tasks_title;
create index concurrently contacts_push_name_wide on contacts (team_id, (fold(push_name) collate "C"), id) include (push_name);
drop index concurrently if exists contacts_push_name;
create index concurrently contacts_custom_name_wide on contacts (team_id, (fold(custom_name) collate "C"), id) include (custom_name);
drop index concurrently if exists contacts_custom_name;
