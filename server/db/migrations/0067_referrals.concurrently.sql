-- The advertisement or post that led a contact to write.
alter table messages add column if not exists referral json;
create index concurrently messages_referral on messages (team_id, conversation_id, (coalesce(sent_at, created_at)), created_at, id)
  where referral is not null;
