-- Lists of inboxes exclude deleted ones.
create index concurrently inboxes_active_kept on inboxes (team_id, is_active, created_at, id) where not is_deleted;
