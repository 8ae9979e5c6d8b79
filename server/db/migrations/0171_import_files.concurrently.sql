-- Files to import, which are removed after some days.
create index concurrently files_to_import on files (created_at) where purpose = 'import' and deleted_at is null;
