-- Facts of reports (docs/adr/0233-reports.md): first answers of a period with all that reports read, and moves of deals in the order in which they are read.
create index concurrently conversations_answers on conversations (team_id, first_answered_at)
  include (id, inbox_id, assignee_id, first_question_at) where first_answered_at is not null and group_id is null;
drop index concurrently if exists conversations_answered;
create index concurrently moves_of_deals on moves (team_id, record_id, moved_at desc, id desc) include (was, became, user_id)
  where resource = 'deals' and field = 'phase';
drop index concurrently if exists moves_of_phases;
-- Answered conversations whose first question is pending.
create index concurrently conversations_without_question on conversations (team_id, id)
  where first_answered_at is not null and first_question_at is null;
