-- A report names a mail without its team.
create index concurrently notification_mails_id on notification_mails (id);
