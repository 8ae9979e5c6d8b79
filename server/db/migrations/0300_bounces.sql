-- Mails that were refused, at once or by a later report to their return address (docs/adr/0259-bounces-by-mail.md).
alter table notification_mails add column bounced_at timestamptz(3);
-- When the member resumed stopped mail: earlier failures do not count.
alter table notification_mail_settings add column resumed_at timestamptz(3);
