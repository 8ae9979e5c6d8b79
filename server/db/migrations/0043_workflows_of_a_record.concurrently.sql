-- Counts recent runs of a workflow for a conversation.
create index concurrently workflow_runs_record on workflow_runs (team_id, record_id, id) where record_id is not null;
