-- Files of notes (docs/adr/0198-files-of-notes.md). A note may consist of files alone.
alter table conversation_notes add column file_ids uuid[] not null default '{}';
alter table conversation_notes drop constraint conversation_notes_content_check;
alter table conversation_notes add constraint conversation_notes_content_check
  check (char_length(content) <= 50000 and (content <> '' or file_ids <> '{}')) not valid;
