import { leastRoles, type OperationName, roles } from '../api/least-roles.ts';
import type { OwnTeam, Role } from '../api/types.ts';

/* Rights of members. The service decides; the panel hides what it would refuse. */

/** Rights within operations, and permissions that a member can also have individually, with the role that always has them. */
const otherRights = {
  may_export: 'owner',
  sees_values: 'admin',
  /** Changes of other users' comments and notes. */
  'texts.moderate': 'admin',
  /** Appointing, changing and inviting owners. */
  'owners.manage': 'owner',
  /** Exporting the whole team. */
  'team.export': 'owner',
  /** Absences of other members. */
  'absences.manage': 'admin',
  /** Reopening a locked week of time. */
  'timesheets.reopen': 'admin',
  /** Requiring a second factor from all members. */
  'second_factor.require': 'owner',
} as const;

export type Right = OperationName | keyof typeof otherRights;

const least: Readonly<Partial<Record<Right, Role>>> = { ...leastRoles, ...otherRights };

/** True if every member with the role has the right. */
export const roleAllows = (role: Role, right: Right): boolean =>
  roles.indexOf(role) >= roles.indexOf(least[right] ?? 'member');

type Permissions = Pick<OwnTeam, 'role' | 'may_export' | 'sees_values'>;

/** True if a member has the right, by role or individually; false while the member is not loaded. */
export const allows = (member: Permissions | undefined, right: Right): boolean =>
  member !== undefined &&
  (roleAllows(member.role, right) ||
    ((right === 'may_export' || right === 'sees_values') && member[right]));
