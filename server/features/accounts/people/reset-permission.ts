/*
 * Permission to reset a member's password. Checked when a link is created, and again in the statement that uses the link.
 */

/** SQL: true if member `a` may reset the password of member `t` of the same team. Only an owner may do so for an owner. */
export const mayResetMember = (a: string, t: string): string =>
  `(${a}.role = 'owner' or (${a}.role = 'admin' and ${t}.role <> 'owner'))`;

/**
 * SQL: true if a person's account gives access to something beyond the issuer's permission: the installation itself, or a team in which
 * the issuer may not reset this person.
 */
export const isBeyondIssuer = (person: string, issuer: string): string => `(
  exists (select from people target where target.id = ${person} and target.is_operator)
  or exists (select from users target where target.person_id = ${person} and not exists (
    select from users maker where maker.team_id = target.team_id and maker.person_id = ${issuer} and maker.suspended_at is null
      and ${mayResetMember('maker', 'target')})))`;

/** SQL: true if the issuer of a token may still create it: an active person who may reset this active member of the team. */
export const mayStillReset = (token: string): string => `(
  exists (select from people p where p.id = ${token}.issuer_person_id and p.disabled_at is null)
  and exists (select from users m where m.team_id = ${token}.issuer_team_id and m.person_id = ${token}.person_id
    and m.suspended_at is null)
  and not ${isBeyondIssuer(`${token}.person_id`, `${token}.issuer_person_id`)})`;
