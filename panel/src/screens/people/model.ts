import type { Member, OwnTeam, Role } from '../../api/types.ts';

export type MemberState = 'active' | 'suspended' | 'noAccount';

export function stateOf({ suspended_at, has_account }: Member): MemberState {
  if (suspended_at !== null) return 'suspended';
  return has_account ? 'active' : 'noAccount';
}

const all: readonly Role[] = ['owner', 'admin', 'member'];

/** Which roles somebody may give: an admin makes nobody an owner. */
export const rolesGrantedBy = (role: Role): readonly Role[] =>
  role === 'owner' ? all : all.filter((each) => each !== 'owner');

/** Whether somebody may change the switch to export: nobody gives what they do not have. */
export const mayGiveExport = (me: Pick<OwnTeam, 'may_export'>, member: Member): boolean =>
  me.may_export || member.may_export;

/** Whether somebody may do things with a member: an admin changes no owner, and nobody themselves here. */
export const mayChange = (me: Pick<OwnTeam, 'role' | 'user_id'>, member: Member): boolean =>
  member.id !== me.user_id && (me.role === 'owner' || member.role !== 'owner');
