-- Admins are notified five days before a request of a person is due (docs/adr/0209-erasing-people.md).
alter type notification_kind add value if not exists 'privacy_due';
