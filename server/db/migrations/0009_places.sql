-- The highest position ever assigned at the end of a column (docs/adr/0030): placing a task at the end, or at an explicit
-- position, locks the row until the commit, so that positions are distinct and in commit order. A column without a row, or with
-- one outdated by an older version, continues from its tasks.
create table column_ends (
  team_id uuid not null,
  pipeline_id uuid not null,
  "column" text not null,
  last double precision not null,
  primary key (team_id, pipeline_id, "column"),
  constraint column_ends_column_fkey foreign key (team_id, pipeline_id, "column") references columns (team_id, pipeline_id, slug)
  -- Leaves space next to each row for its next versions: they need no index entry, and are removed when pages are read.
) with (fillfactor = 50);
