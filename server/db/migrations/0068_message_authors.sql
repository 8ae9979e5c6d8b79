-- The author of an outgoing message (docs/adr/0103-authors-of-messages.md): null for messages stored by the previous version.

-- author_id: the user, the key or the workflow; author_run_id: the run of the workflow. superseded_by: the message that a retry
-- of the same step sent in place of this one, which had failed.
alter table messages
  add column author actor_kind,
  add column author_id uuid,
  add column author_run_id uuid,
  add column superseded_by uuid;
