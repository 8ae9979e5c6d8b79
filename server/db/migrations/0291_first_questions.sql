-- When the contact of an answered conversation first wrote, for reports (docs/adr/0233-reports.md): infinity without such a message, and null until
-- the worker has set it for conversations that older processes answered.
alter table conversations add column first_question_at timestamptz(3);
