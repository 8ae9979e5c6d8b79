-- Conversations without an assignee are assigned to the user who answers them (docs/adr/0178-answering-takes-a-conversation.md).
alter table inboxes add column assigns_on_answer boolean not null default false;
