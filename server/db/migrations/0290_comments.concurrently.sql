-- Lists of comments in v1: all of the team, and those of a record, latest first (docs/adr/0256-comments-and-approvals-by-key.md).
create index concurrently comments_created_at on comments (team_id, created_at, id) where deleted_at is null;
create index concurrently comments_record_created_at on comments (team_id, record_id, created_at, id) where deleted_at is null;
drop index concurrently if exists comments_record;
