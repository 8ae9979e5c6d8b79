-- Minutes to the first and to further answers of an inbox, and when a conversation's answer is due (docs/adr/0183-reply-times.md).
alter table inboxes add column first_reply_minutes integer;
alter table inboxes add column next_reply_minutes integer;
-- When they, or the hours they are counted in, last changed; the due times of its conversations are computed again until the second is null.
alter table inboxes add column reply_times_changed_at timestamptz(3);
alter table inboxes add column reply_times_recompute_at timestamptz(3);
alter table conversations add column reply_due_at timestamptz(3);
-- The waiting_since that reply_due_at was computed from: with another one, it no longer applies. Null if the inbox had no times.
alter table conversations add column reply_due_for timestamptz(3);
-- The latest waiting_since whose answer was announced as overdue.
alter table conversations add column reply_overdue_for timestamptz(3);
