-- The team's message about a round: the changes since the previous one. And a notification's decision, so that the notification
-- can name the approver and the decision (docs/adr/0109-decisions-in-notifications.md).
alter table approval_rounds add column message text;
alter table approval_rounds add constraint approval_rounds_message_check check (char_length(message) between 1 and 2000);
alter table notifications add column decision_id uuid;
