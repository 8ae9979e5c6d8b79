-- Conversations of groups belong to a client, or to a project whose client then counts (docs/adr/0190-groups.md).
alter table conversations add column client_id uuid;
alter table conversations add column project_id uuid;
-- Not validated: the columns are new, so no row has a value.
alter table conversations add constraint conversations_link_check
  check (client_id is null and project_id is null or group_id is not null and (client_id is null or project_id is null)) not valid;
alter table conversations
  add constraint conversations_client_id_fkey foreign key (team_id, client_id) references clients not valid;
alter table conversations
  add constraint conversations_project_id_fkey foreign key (team_id, project_id) references projects not valid;
