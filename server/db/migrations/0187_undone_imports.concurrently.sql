-- Records that undoing an import left.
create index concurrently import_changes_left on import_changes (team_id, import_id, n, record) where undo_outcome in ('kept', 'failed');
