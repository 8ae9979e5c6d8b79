-- The team's answer to a comment on a piece (docs/adr/0157-approval-of-pieces.md).
alter table approval_comments
  add column answer text,
  add column answered_at timestamptz(3),
  add column answered_by uuid;
alter table approval_comments add constraint approval_comments_answer_check check (char_length(answer) between 1 and 2000);
alter table approval_comments add constraint approval_comments_answered_check check ((answer is null) = (answered_at is null));
alter table approval_comments
  add constraint approval_comments_answered_by_fkey foreign key (team_id, answered_by) references users;
