-- Reports of tasks and approvals over a period (docs/adr/0201-history-for-reports.md). A list of assignees may be too long for an index.
create index concurrently moves_reports on moves (team_id, resource, field, moved_at, record_id) include (was, became)
  where resource in ('tasks', 'campaigns') and field <> 'assignee_ids';
