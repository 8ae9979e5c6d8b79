-- The template from which a project was created (docs/adr/0232-template-of-a-project.md). Not validated here: that would read the table while it
-- is locked.
alter table projects add column template_id uuid;
alter table projects add constraint projects_template_id_fkey foreign key (team_id, template_id) references project_templates not valid;
