create index concurrently approval_items_pending on approval_items (team_id, request_id, n) where is_live and state = 'pending';
