-- The team and the person that made a link for a member's new password; both are null for links made by the person or the operator.
alter table person_tokens
  add column issuer_team_id uuid,
  add column issuer_person_id uuid,
  add constraint person_tokens_issuer_check check ((issuer_team_id is null) = (issuer_person_id is null));
-- Links made before do not name their issuer and would be valid for up to an hour without a check.
delete from person_tokens where purpose = 'reset';
-- The person that made the link of a request for approval; null for links of keys and the operator, and for links made before.
alter table approval_requests add column link_issuer_person_id uuid;
