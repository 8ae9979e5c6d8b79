import type { Role } from './roles.ts';

/** A member with a long-lived view of a team's data. */
export interface MemberViewer {
  readonly kind: 'user';
  readonly sessionId: string;
  readonly personId: string;
  readonly teamId: string;
  readonly userId: string;
}

/** A key with a long-lived stream of a team's events. */
export interface KeyViewer {
  readonly kind: 'key';
  readonly keyId: string;
  readonly teamId: string;
}

export type TeamViewer = MemberViewer | KeyViewer;

/** Current access of such a member. */
export interface MemberAccess {
  readonly kind: 'user';
  readonly role: Role;
  readonly seesValues: boolean;
  /** Ids of the inboxes whose conversations they may not see. */
  readonly hiddenInboxes: readonly string[];
}

/** Current access of such a key. */
export interface KeyAccess {
  readonly kind: 'key';
  /** Role of the key's user, if they have an account; otherwise the key is independent. */
  readonly role: Role | undefined;
}

export type Access = MemberAccess | KeyAccess;

/** Signals that a user is writing in a conversation: sent to live viewers, and never stored. */
export interface TypingSignal {
  readonly team: string;
  readonly conversationId: string;
  readonly inboxId: string;
  readonly userId: string;
  readonly kind: 'answer' | 'note';
  /** Expiry unless repeated: an ISO 8601 timestamp. */
  readonly until: string;
}
