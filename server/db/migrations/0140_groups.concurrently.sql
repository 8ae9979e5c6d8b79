-- The conversation of a group.
create unique index concurrently conversations_group_key on conversations (team_id, inbox_id, group_id) where group_id is not null;
