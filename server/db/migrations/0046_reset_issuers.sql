-- The team and the person that created a link for a member's new password; both are null for links created by the person or the
-- operator.
alter table person_tokens
  add column issuer_team_id uuid,
  add column issuer_person_id uuid;
alter table person_tokens
  add constraint person_tokens_issuer_check check ((issuer_team_id is null) = (issuer_person_id is null));
-- Older links do not name their issuer and would be valid for up to an hour without a check.
delete from person_tokens where purpose = 'reset';
-- The person that created the link of a request for approval; null for links of keys and the operator, and for older links.
alter table approval_requests add column link_issuer_person_id uuid;
