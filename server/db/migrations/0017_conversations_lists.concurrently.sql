-- Lists of conversations by their state, and the worker's searches across teams.
create index concurrently conversations_status_recent on conversations (team_id, status, created_at, id);
create index concurrently conversations_assignee_recent on conversations (team_id, assignee_id, created_at, id);
create index concurrently conversations_waiting_since on conversations (team_id, waiting_since, id);
create index concurrently conversations_waiting_since_desc on conversations (team_id, waiting_since desc nulls last, id desc);
create index concurrently conversations_snoozed_until on conversations (team_id, snoozed_until) where status = 'snoozed';
create index concurrently conversations_activity on conversations (team_id, id) where activity_at is distinct from last_message_at;
