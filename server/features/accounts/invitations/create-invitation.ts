import { v7 as uuidv7 } from 'uuid';
import type { Row, TeamDb } from '#server/db/database.ts';
import { iso, teamStatement } from '#server/db/statement.ts';
import { audits } from '#server/events/audit.ts';
import type { Role } from '#server/operations/roles.ts';
import { conflict, forbidden, invalid } from '#server/platform/errors.ts';
import { noTeam } from '../members/change-member.ts';
import { invitationJson, isOpen, newToken, revokedInvitations } from './invitation.ts';

/** Lifetime of a link. */
const invitationDays = 7;
const firstOwnerHours = 1;

/** Values of a new invitation. */
interface NewInvitation {
  readonly role: Role;
  readonly name?: string | null;
  readonly email?: string | null;
  /** Member without an account to be bound. */
  readonly userId?: string | null;
}

/** A new link, with the invitation as shown to its creator. */
interface NewLink {
  readonly token: string;
  readonly invitation: Row;
}

const insertInvitation = teamStatement(`
  with actor as materialized (
    select role from users where team_id = $team and id = $actor and person_id is not null and suspended_at is null
    for no key update
  ), bound as materialized (
    select id, name, email, role, person_id from users
    where team_id = $team and (id = $user_id or ($user_id::uuid is null and lower(email) = lower($email)))
    for no key update
  ), verdict as (
    select b.id as user_id, b.name, b.email, b.person_id is not null as has_account,
      $actor::uuid is null or (select a.role = 'owner'
        or (a.role = 'admin' and $role::user_role <> 'owner' and coalesce(b.role, 'member') <> 'owner') from actor a) as may
    from (select) one left join bound b on true
  ), earlier as (
    update invites i set revoked_at = now() from verdict v
    where i.team_id = $team and ${isOpen('i')} and v.may and not v.has_account
      and (i.user_id = v.user_id or lower(i.email) = lower(coalesce($email, v.email)))
    returning i.*
  ), made as (
    insert into invites as i (team_id, id, hash, role, name, email, user_id, invited_by, expires_at)
    select $team, $id, $hash, $role::user_role, coalesce($name::text, v.name), coalesce($email::text, v.email), v.user_id, $actor,
      now() + $seconds * interval '1 second'
    from verdict v where v.may and not v.has_account and ($user_id::uuid is null or v.user_id is not null)
    returning i.*
  ), ${audits([
    revokedInvitations('earlier'),
    {
      type: 'invitations',
      from: 'made i',
      record: 'i.id',
      after: `json_strip_nulls(json_build_object('role', i.role, 'name', i.name, 'email', i.email, 'user_id', i.user_id,
        'expires_at', ${iso('i.expires_at')}))::text`,
    },
  ])}
  select v.may, v.has_account, v.user_id, case when m.id is not null then ${invitationJson('m')} end as invitation
  from verdict v left join made m on true`);

/**
 * Creates an invitation. Revokes an open invitation of the same member or address.
 * @param actor inviting member; null for the operator
 * @param isFirst true to set up the installation: valid for an hour only
 * @throws ApiError FORBIDDEN if the actor may not grant that role, VALIDATION_ERROR if the member does not exist, CONFLICT if they
 * already have an account
 */
export async function createInvitationLink(
  db: Pick<TeamDb, 'run'>,
  actor: string | null,
  { role, name = null, email = null, userId = null }: NewInvitation,
  isFirst = false,
): Promise<NewLink> {
  const { token, hash } = newToken();
  const seconds = isFirst ? firstOwnerHours * 3_600 : invitationDays * 86_400;
  const [row] = await db.run(insertInvitation, {
    id: uuidv7(),
    actor,
    hash,
    role,
    name,
    email,
    user_id: userId,
    seconds,
  });
  if (row?.may == null) throw noTeam();
  if (row.may !== true)
    throw forbidden('Only an owner can make a user an owner or invite one.', 'owners_only');
  if (row.has_account === true)
    throw conflict('This member already has an account.', 'already_member');
  if (userId !== null && row.user_id === null)
    throw invalid(`The team has no user ${userId}.`, 'user_id', 'not_found');
  return { token, invitation: row.invitation as Row };
}
