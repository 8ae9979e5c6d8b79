-- Facts of reports in a period (docs/adr/0233-reports.md): changes of conversations' statuses, first answers, and decisions about approvals.
create index concurrently moves_conversations on moves (team_id, moved_at, record_id) include (id, was, became)
  where resource = 'conversations' and field = 'status';
create index concurrently conversations_answered on conversations (team_id, first_answered_at) where first_answered_at is not null;
create index concurrently approval_items_decided on approval_items (team_id, decided_at) where decided_at is not null;
