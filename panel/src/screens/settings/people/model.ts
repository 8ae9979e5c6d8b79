import { roles } from '#panel/api/least-roles.ts';
import type { Member, OwnTeam, Role } from '#panel/api/types.ts';
import { roleAllows } from '#panel/data/can.ts';

type MemberState = 'active' | 'suspended' | 'noAccount';

export function stateOf({ suspended_at, has_account }: Member): MemberState {
  if (suspended_at !== null) return 'suspended';
  return has_account ? 'active' : 'noAccount';
}

/** Roles that a user may grant: admins cannot make owners. */
export const rolesGrantedBy = (role: Role): readonly Role[] =>
  roles
    .toReversed()
    .filter((each) => roleAllows(role, 'owners.manage') || !roleAllows(each, 'owners.manage'));

/** True if the user may change the export permission: only holders can grant it. */
export const mayGiveExport = (me: Pick<OwnTeam, 'may_export'>, member: Member): boolean =>
  me.may_export || member.may_export;

/** True if the user may manage a member: admins cannot change owners, and no user can change their own membership here. */
export const mayChange = (me: Pick<OwnTeam, 'role' | 'user_id'>, member: Member): boolean =>
  member.id !== me.user_id &&
  (roleAllows(me.role, 'owners.manage') || !roleAllows(member.role, 'owners.manage'));

/** Time for which a member counts as present; the service notes their use of the panel every few minutes. */
const presentMs = 5 * 60_000;

export const wasSeenNow = ({ last_seen_at: at }: Pick<Member, 'last_seen_at'>, now: number) =>
  at !== null && now - Date.parse(at) < presentMs;
