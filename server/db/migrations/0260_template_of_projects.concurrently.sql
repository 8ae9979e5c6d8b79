-- The projects of a template that is deleted.
create index concurrently projects_template on projects (team_id, template_id) where template_id is not null;
