import type { Role } from './roles.ts';

/** A member who is being shown a team's data for longer than one request takes. */
export interface MemberWatcher {
  readonly kind: 'user';
  readonly sessionId: string;
  readonly personId: string;
  readonly teamId: string;
  readonly userId: string;
}

/** A key that is being told a team's events for as long. */
export interface KeyWatcher {
  readonly kind: 'key';
  readonly keyId: string;
  readonly teamId: string;
}

export type Watcher = MemberWatcher | KeyWatcher;

/** What such a member may see now. */
export interface MemberStanding {
  readonly kind: 'user';
  readonly role: Role;
  readonly seesValues: boolean;
}

/** What such a key may see now. */
export interface KeyStanding {
  readonly kind: 'key';
  /** Of the user whose key it is, where they have an account; else the key stands for itself. */
  readonly role: Role | undefined;
}

export type Standing = MemberStanding | KeyStanding;

/** That somebody is writing in a conversation: told to those who look, and never stored. */
export interface Presence {
  readonly team: string;
  readonly conversationId: string;
  readonly userId: string;
  readonly kind: 'answer' | 'note';
  /** Until when it holds, unless it is said again: an ISO 8601 timestamp. */
  readonly until: string;
}
