-- Rows of a member whose number becomes known (docs/adr/0189-mentions-in-groups.md).
create index concurrently group_members_lid on group_members (team_id, lid) where lid is not null;
create index concurrently group_reactions_member on group_reactions (team_id, inbox_id, member);
