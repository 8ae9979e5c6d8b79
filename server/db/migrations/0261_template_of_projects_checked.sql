alter table projects validate constraint projects_template_id_fkey;
