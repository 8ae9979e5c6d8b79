import type { Role } from './roles.ts';

/** A member who is being shown a team's data for longer than one request takes. */
export interface Watcher {
  readonly sessionId: string;
  readonly personId: string;
  readonly teamId: string;
  readonly userId: string;
}

/** What such a member may see now. */
export interface Standing {
  readonly role: Role;
  readonly seesValues: boolean;
}
