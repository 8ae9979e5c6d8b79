-- Every project inserts a pipeline and five columns. pipelines_project_recent starts with the same columns as pipelines_project;
-- a board has few columns, which columns_slug_key finds.
drop index concurrently if exists pipelines_project;
drop index concurrently if exists columns_place;
