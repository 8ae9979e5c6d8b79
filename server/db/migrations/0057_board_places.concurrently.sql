-- Reads the tasks around a position on a board, which merges the columns of all pipelines that have the same slug
-- (docs/adr/0090).
create index concurrently tasks_board_place on tasks (team_id, "column", position, id) where deleted_at is null;
