-- Members or inboxes whose access was reduced: conversations that their assignee no longer sees become unassigned
-- (docs/adr/0182-automatic-distribution.md).
create table assignee_checks (
  team_id uuid not null,
  id uuid not null,
  -- Null: all assignees.
  user_id uuid,
  -- Null: all inboxes.
  inbox_id uuid,
  constraint assignee_checks_pkey primary key (team_id, id)
);
