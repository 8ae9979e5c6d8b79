-- Undoing imports of tables (docs/adr/0213-undoing-imports.md): the outcome of each record, and the reason why it stayed.
alter table import_changes
  add column undo_outcome text,
  add column undo_reason text,
  -- Fields that were changed since.
  add column undo_fields text[];
alter table import_changes
  add constraint import_changes_undo_outcome_check check (undo_outcome in ('reverted', 'kept', 'failed'));

-- The import that added a comment; null for those of people.
alter table comments add column import_id uuid;
