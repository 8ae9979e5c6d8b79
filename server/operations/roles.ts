/** Roles of a team's members, in ascending order of permissions. */
export const roles = ['member', 'admin', 'owner'] as const;

export type Role = (typeof roles)[number];

/** True if a role meets a minimum role. */
export const isAtLeast = (role: Role, least: Role): boolean =>
  roles.indexOf(role) >= roles.indexOf(least);

/** Permissions of a team's member. */
export interface Member {
  readonly role: Role;
  /** True if they may see the values of deals. */
  readonly seesValues: boolean;
  /** True if they may export the team's data as a file. */
  readonly mayExport: boolean;
}

/**
 * Permissions of a member, from their role and settings. Admins and owners always see values, because they create keys, endpoints
 * and workflows, which all contain them; owners may always export.
 */
export const memberOf = (role: Role, seesValues: boolean, mayExport: boolean): Member => ({
  role,
  seesValues: role !== 'member' || seesValues,
  mayExport: role === 'owner' || mayExport,
});
