-- A user's pending work, ordered by day.
create index concurrently activities_assigned_due on activities (team_id, assigned_to, due_date, id);
create index concurrently activities_open_assigned on activities (team_id, assigned_to, due_date) where not is_completed;
create index concurrently conversations_waiting_for on conversations (team_id, assignee_id, waiting_since) where waiting_since is not null;
