-- Inboxes whose due times have to be computed; conversations by the time at which their answer is due; those whose time has to be computed; those
-- that are overdue (docs/adr/0183-reply-times.md).
create index concurrently inboxes_reply_times on inboxes (reply_times_recompute_at) where reply_times_recompute_at is not null;
create index concurrently conversations_status_due on conversations (team_id, status, reply_due_at, id)
  where reply_due_for = waiting_since and reply_due_at is not null;
create index concurrently conversations_reply_uncounted on conversations (team_id, id) where reply_due_for <> waiting_since;
create index concurrently conversations_reply_overdue on conversations (reply_due_at)
  where reply_due_for = waiting_since and (reply_overdue_for is null or reply_overdue_for < waiting_since);
