/** What a person is in a team, from the one who may least. */
export const roles = ['member', 'admin', 'owner'] as const;

export type Role = (typeof roles)[number];

/** Whether a role may what asks for at least another. */
export const isAtLeast = (role: Role, least: Role): boolean =>
  roles.indexOf(role) >= roles.indexOf(least);
