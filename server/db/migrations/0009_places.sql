-- The greatest position that a column's end was ever given out at (docs/adr/0030): whoever puts a task at the end, or at a place
-- of its own, holds the row until the commit, so that positions are distinct and in the order of commits. A column without a row,
-- or one behind what an older version stored, goes on from its tasks.
create table column_ends (
  team_id uuid not null,
  pipeline_id uuid not null,
  "column" text not null,
  last double precision not null,
  primary key (team_id, pipeline_id, "column"),
  constraint column_ends_column_fkey foreign key (team_id, pipeline_id, "column") references columns (team_id, pipeline_id, slug)
  -- Room beside each row for its next versions: they need no entry in the index, and are cleared away as pages are read.
) with (fillfactor = 50);
