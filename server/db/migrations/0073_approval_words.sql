-- Words of the team about a round: what has changed since the one before. And the decision that a notification is of, so that it says who
-- decided what (docs/adr/0109-decisions-in-notifications.md).
alter table approval_rounds add column message text check (char_length(message) between 1 and 2000);
alter table notifications add column decision_id uuid;
