create index concurrently notifications_mail_due on notifications (mail_due_at) where mail_due_at is not null and read_at is null;
create index concurrently notifications_mail_due_of_user on notifications (team_id, user_id, mail_due_at) where mail_due_at is not null;
create index concurrently notifications_mail on notifications (team_id, mail_id) where mail_id is not null;
