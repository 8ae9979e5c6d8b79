-- Assignees are notified of overdue answers (docs/adr/0183-reply-times.md).
alter type notification_kind add value if not exists 'overdue';
