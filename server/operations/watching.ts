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

/** That somebody is writing in a conversation: told to those who look, and never stored. */
export interface Presence {
  readonly team: string;
  readonly conversationId: string;
  readonly userId: string;
  readonly kind: 'answer' | 'note';
  /** Until when it holds, unless it is said again: an ISO 8601 timestamp. */
  readonly until: string;
}
