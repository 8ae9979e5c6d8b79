import type { Row, TeamDb } from '../../../db/database.ts';
import { iso, teamStatement } from '../../../db/statement.ts';
import { audits, recordAudit } from '../../../events/audit.ts';
import type { Role } from '../../../operations/roles.ts';
import { ApiError, conflict } from '../../../platform/errors.ts';
import { revokedInvitations } from '../invitations/invitation.ts';
import { shownMember } from './member.ts';

/*
 * Every change of what a member is and may. A team always has an owner who can sign in, and an admin touches no owner: the
 * statement that changes holds all owners while it looks, so that of fifty who leave at once one is refused.
 */

/** What changes; what is absent stays. */
export interface MemberChange {
  readonly name?: string | null;
  readonly role?: Role | null;
  readonly sees_values?: boolean | null;
  readonly may_export?: boolean | null;
  /** Suspended, or let in again. */
  readonly suspend?: boolean | null;
  /** Whether the person is one of the team no more. */
  readonly remove?: boolean;
}

/** The SQL of what an entry of the audit log may keep of a row of users. */
const kept = (
  u: string,
) => `json_build_object('name', ${u}.name, 'role', ${u}.role, 'sees_values', ${u}.sees_values,
  'may_export', ${u}.may_export, 'has_account', ${u}.person_id is not null, 'suspended', ${u}.suspended_at is not null)`;

const change = teamStatement(`
  with locked as materialized (
    select id, role, may_export, person_id is not null and suspended_at is null as is_active, ${kept('users')} as kept from users
    where team_id = $team and (id = $id or id = $actor or (role = 'owner' and person_id is not null and suspended_at is null))
    order by id for no key update
  ), verdict as (
    select t.role as was, t.kept as before,
      (select a.role = 'owner' or (a.role = 'admin' and t.role <> 'owner' and coalesce($role::user_role, 'member') <> 'owner')
        or ($remove::boolean and t.id = a.id) from locked a where a.id = $actor and a.is_active) as may,
      coalesce($may_export::boolean, false) and not t.may_export
        and exists (select from locked a where a.id = $actor and a.role <> 'owner' and not a.may_export) as is_beyond,
      t.role = 'owner' and t.is_active
        and ($remove::boolean or coalesce($suspend::boolean, false) or coalesce($role::user_role, 'owner') <> 'owner')
        and not exists (select from locked o where o.id <> t.id and o.role = 'owner' and o.is_active) as is_last
    from locked t where t.id = $id
  ), changed as (
    update users u set name = coalesce($name::text, u.name),
      role = case when $remove::boolean then 'member' else coalesce($role::user_role, u.role) end,
      sees_values = $remove::boolean or coalesce($sees_values::boolean, u.sees_values),
      may_export = not $remove::boolean and coalesce($may_export::boolean, u.may_export),
      person_id = case when $remove::boolean then null else u.person_id end,
      suspended_at = case when $remove::boolean or not coalesce($suspend::boolean, true) then null
        when $suspend::boolean then coalesce(u.suspended_at, clock.now) else u.suspended_at end
    from verdict v, (select now()) clock (now)
    where u.team_id = $team and u.id = $id and v.may and not v.is_beyond and not v.is_last
    returning ${kept('u')} as after, ${shownMember('u')} as member
  )
  select v.was, v.may, v.is_beyond, v.is_last, v.before, c.after, c.member from verdict v left join changed c on true`);

/** Links that somebody gave out, for more than they may give now, open nothing any more. */
const revokeInvitations = teamStatement(`
  with revoked as (
    update invites set revoked_at = now()
    where team_id = $team and invited_by = $id and accepted_at is null and revoked_at is null
      and ($most::user_role is null or role > $most::user_role)
    returning *),
  ${audits([revokedInvitations('revoked')])}
  select id from revoked`);
const revokeKeys = teamStatement(`
  with revoked as (
    update api_keys set revoked_at = now() where team_id = $team and user_id = $id and revoked_at is null returning id, revoked_at),
  ${audits([
    {
      type: 'keys',
      from: 'revoked k',
      record: 'k.id',
      after: `json_build_object('revoked_at', ${iso('k.revoked_at')})::text`,
    },
  ])}
  select id from revoked`);
const leaveSquads = teamStatement(
  'delete from squad_members where team_id = $team and user_id = $id',
);

/**
 * Changes a member, as the member `actor`.
 * @returns the member as it is then; undefined where the team has no such member
 * @throws ApiError FORBIDDEN where the actor may not, CONFLICT where the team would have no owner
 */
export function changeMember(
  db: TeamDb,
  actor: string,
  id: string,
  { remove = false, ...given }: MemberChange,
): Promise<object | undefined> {
  const { name = null, role = null, sees_values = null, may_export = null, suspend = null } = given;
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
    const changed = differing(row.before as Kept, row.after as Kept);
    if (changed) await recordAudit(tx, { type: 'users', id, ...changed });
    const isOut = remove || suspend === true;
    const isLess = role !== null && role !== 'owner';
    if (isOut || isLess)
      await tx.run(revokeInvitations, { id, most: isOut || role === 'member' ? null : role });
    if (remove) {
      await tx.run(revokeKeys, { id });
      await tx.run(leaveSquads, { id });
    }
    return row.member as object;
  });
}

type Kept = Readonly<Record<string, unknown>>;

/** The fields that differ; undefined where none does. */
function differing(was: Kept, is: Kept) {
  const names = Object.keys(is).filter((name) => is[name] !== was[name]);
  const only = (of: Kept) => Object.fromEntries(names.map((name) => [name, of[name]]));
  return names.length > 0 ? { before: only(was), after: only(is) } : undefined;
}

/** For a member who was removed or suspended a moment ago: what the door says from then on. */
export const noTeam = () => new ApiError('NOT_FOUND', 'No team of yours has this address.');

function refuse({ was, may, is_beyond: isBeyond, is_last: isLast }: Row): void {
  if (may === null) throw noTeam();
  if (may !== true)
    throw new ApiError(
      'FORBIDDEN',
      was === 'owner'
        ? 'Only an owner changes what an owner is.'
        : 'Only an owner makes somebody an owner.',
    );
  if (isBeyond === true)
    throw new ApiError('FORBIDDEN', 'may_export: only who may export lets others export.');
  if (isLast === true) throw conflict('A team always has an owner: make somebody else one first.');
}
