import type { Row, TeamDb } from '#server/db/database.ts';
import { iso, teamStatement } from '#server/db/statement.ts';
import { audits } from '#server/events/audit.ts';
import { checksAssignees } from '#server/operations/assignee-checks.ts';
import type { Role } from '#server/operations/roles.ts';
import { ApiError, conflict, forbidden } from '#server/platform/errors.ts';
import { revokedInvitations } from '../invitations/invitation.ts';
import { memberJson } from './member.ts';

/*
 * Changes of members. A team always has an owner who can sign in, and admins cannot change owners. The statement locks all owners, so if
 * fifty leave at once, one is refused.
 */

/** Requested change; absent fields stay unchanged. */
export interface MemberChange {
  readonly name?: string | null;
  readonly role?: Role | null;
  readonly sees_values?: boolean | null;
  readonly may_export?: boolean | null;
  /** True suspends, false reinstates. */
  readonly suspend?: boolean | null;
  /** True to remove the person from the team. */
  readonly remove?: boolean;
}

/** SQL: values of a users row for the audit log. */
const auditedMember = (
  u: string,
) => `json_build_object('name', ${u}.name, 'role', ${u}.role, 'sees_values', ${u}.sees_values,
  'may_export', ${u}.may_export, 'has_account', ${u}.person_id is not null, 'suspended', ${u}.suspended_at is not null)`;

const change = teamStatement(`
  with locked as materialized (
    select id, role, may_export, person_id is not null and suspended_at is null as is_active, ${auditedMember('users')} as kept from users
    where team_id = $team and (id = $id or id = $actor or (role = 'owner' and person_id is not null and suspended_at is null))
    order by id for no key update
  ), verdict as (
    select t.role as was, t.kept,
      (select a.role = 'owner' or (a.role = 'admin' and t.role <> 'owner' and coalesce($role::user_role, 'member') <> 'owner')
        or ($remove::boolean and t.id = a.id) from locked a where a.id = $actor and a.is_active) as may,
      coalesce($may_export::boolean, false) and not t.may_export
        and exists (select from locked a where a.id = $actor and a.role <> 'owner' and not a.may_export) as is_beyond,
      t.role = 'owner' and t.is_active
        and ($remove::boolean or coalesce($suspend::boolean, false) or coalesce($role::user_role, 'owner') <> 'owner')
        and not exists (select from locked o where o.id <> t.id and o.role = 'owner' and o.is_active) as is_last
    from locked t where t.id = $id
  ), stored as (
    update users u set name = coalesce($name::text, u.name),
      role = case when $remove::boolean then 'member' else coalesce($role::user_role, u.role) end,
      sees_values = $remove::boolean or coalesce($sees_values::boolean, u.sees_values),
      may_export = not $remove::boolean and coalesce($may_export::boolean, u.may_export),
      former_person_id = case when $remove::boolean then coalesce(u.person_id, u.former_person_id) else u.former_person_id end,
      person_id = case when $remove::boolean then null else u.person_id end,
      suspended_at = case when $remove::boolean or not coalesce($suspend::boolean, true) then null
        when $suspend::boolean then coalesce(u.suspended_at, clock.now) else u.suspended_at end
    from verdict v, (select now()) clock (now)
    where u.team_id = $team and u.id = $id and v.may and not v.is_beyond and not v.is_last
    returning u.*
  ), changed as (
    select u.id, ${auditedMember('u')} as kept, ${memberJson('u')} as member from stored u
  ), ${audits([
    {
      type: 'users',
      from: `changed c cross join verdict v
        cross join lateral audit_change(changed_values(v.kept::text, c.kept::text), c.kept::text, '{}') d where d.after <> '{}'`,
      record: 'c.id',
      before: 'd.before',
      after: 'd.after',
    },
  ])}
  select v.was, v.may, v.is_beyond, v.is_last, c.member from verdict v left join changed c on true`);

/** Revokes open invitations of the member that exceed their new role. */
const revoked = `invited as (
    update invites set revoked_at = now()
    where team_id = $team and invited_by = $id and accepted_at is null and revoked_at is null
      and ($most::user_role is null or role > $most::user_role)
    returning *)`;
/** Checks the assignees of the member's conversations as well. */
const reduceAccess = teamStatement(`
  with ${revoked}, ${checksAssignees('select $id::uuid, null::uuid')}, ${audits([revokedInvitations('invited')])}
  select id from invited`);
/** Also revokes the member's keys and squad memberships. */
const removeAccess = teamStatement(`
  with ${revoked},
  keys as (
    update api_keys set revoked_at = now() where team_id = $team and user_id = $id and revoked_at is null returning id, revoked_at),
  squads as (delete from squad_members where team_id = $team and user_id = $id),
  inboxes as (delete from inbox_members where team_id = $team and user_id = $id),
  feeds as (delete from calendar_feeds where team_id = $team and user_id = $id),
  browsers as (delete from push_subscriptions where team_id = $team and user_id = $id),
  ${checksAssignees('select $id::uuid, null::uuid')},
  ${audits([
    revokedInvitations('invited'),
    {
      type: 'keys',
      from: 'keys k',
      record: 'k.id',
      after: `json_build_object('revoked_at', ${iso('k.revoked_at')})::text`,
    },
  ])}
  select id from keys`);

/**
 * Changes a member, on behalf of the member `actor`.
 * @returns the changed member; undefined if the team has no such member
 * @throws ApiError FORBIDDEN if the actor lacks permission, CONFLICT if the team would have no owner
 */
export function changeMember(
  db: TeamDb,
  actor: string,
  id: string,
  { remove = false, ...values }: MemberChange,
): Promise<object | undefined> {
  const {
    name = null,
    role = null,
    sees_values = null,
    may_export = null,
    suspend = null,
  } = values;
  return db.transaction(async (tx) => {
    const [row] = await tx.run(change, {
      id,
      actor,
      name,
      role,
      sees_values,
      may_export,
      suspend,
      remove,
    });
    if (!row) return undefined;
    refuse(row);
    const isOut = remove || suspend === true;
    const isLess = role !== null && role !== 'owner';
    const most = isOut || role === 'member' ? null : role;
    if (remove) await tx.run(removeAccess, { id, most });
    else if (isOut || isLess) await tx.run(reduceAccess, { id, most });
    return row.member as object;
  });
}

/** Error for a member who was just removed or suspended; same as for unknown teams. */
export const noTeam = () =>
  new ApiError('NOT_FOUND', 'You are not a member of a team with this address.');

function refuse({ was, may, is_beyond: isBeyond, is_last: isLast }: Row): void {
  if (may === null) throw noTeam();
  if (may !== true)
    throw forbidden(
      was === 'owner'
        ? 'Only an owner can change an owner.'
        : 'Only an owner can make a member an owner.',
      'owners_only',
    );
  if (isBeyond === true)
    throw forbidden(
      'may_export: only members who may export can grant this permission.',
      'forbidden',
    );
  if (isLast === true)
    throw conflict('A team must have an owner: make another member an owner first.', 'last_owner');
}
