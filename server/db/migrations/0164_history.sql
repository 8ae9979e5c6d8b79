-- History of conversations (status, assignee, squad) and of tasks' due dates and assignees, in addition to that of other records
-- (docs/adr/0201-history-for-reports.md).

-- Kind of actor of a move: a message of a contact is a gateway's. Null for moves that versions before this migration stored.
alter table moves add column actor actor_kind;
