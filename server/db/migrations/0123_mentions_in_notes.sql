-- Users mentioned in notes of conversations, and their notifications (docs/adr/0179-mentions-in-notes.md).
alter table conversation_notes add column mentions uuid[] not null default '{}';
alter table notifications add column note_id uuid;
