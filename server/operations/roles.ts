/** What a person is in a team, from the one who may least. */
export const roles = ['member', 'admin', 'owner'] as const;

export type Role = (typeof roles)[number];

/** Whether a role may what asks for at least another. */
export const isAtLeast = (role: Role, least: Role): boolean =>
  roles.indexOf(role) >= roles.indexOf(least);

/** What a member of a team may. */
export interface Member {
  readonly role: Role;
  /** Whether they see what deals are worth. */
  readonly seesValues: boolean;
  /** Whether they may take the team's data away as a file. */
  readonly mayExport: boolean;
}

/**
 * What a member may, by their role and their switches. Admins and owners see values, because they make keys, endpoints and workflows, which all
 * carry them; owners may export.
 */
export const memberOf = (role: Role, seesValues: boolean, mayExport: boolean): Member => ({
  role,
  seesValues: role !== 'member' || seesValues,
  mayExport: role === 'owner' || mayExport,
});
