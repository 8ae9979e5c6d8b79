-- Groups of a client or a project.
create index concurrently conversations_client on conversations (team_id, client_id) where client_id is not null;
create index concurrently conversations_project on conversations (team_id, project_id) where project_id is not null;
