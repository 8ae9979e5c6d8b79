import type { Inbox } from '#panel/api/types.ts';

export type InboxStateWord =
  | 'off'
  | 'connected'
  | 'connecting'
  | 'waiting'
  | 'disconnected'
  | 'failed';

/** State of an inbox to display. Without a state from its gateway, derived from `connected`; observed evidence overrides both. */
export function stateOf({ active, connected, state, evidence }: Inbox): InboxStateWord {
  if (!active) return 'off';
  const is = state ?? (connected ? 'connected' : 'disconnected');
  if (is === 'connected' && evidence?.dead) return 'failed';
  return is === 'scan' || is === 'code' || is === 'passkey' ? 'waiting' : is;
}

/** Reason for the state; null if there is none. Its details are null if another version stored it without a code. */
export function reasonOf({ state_reason, state_reason_details, evidence }: Inbox) {
  if (evidence?.dead) return { details: evidence.dead_details };
  return state_reason === null ? null : { details: state_reason_details };
}

const quiet: ReadonlySet<InboxStateWord> = new Set(['off', 'connected', 'connecting']);

/** True if a user has to act. */
export const needsAction = (inbox: Inbox): boolean => !quiet.has(stateOf(inbox));

/** True if connected without any message received since. */
export const hasReceivedNothing = (inbox: Inbox): boolean =>
  stateOf(inbox) === 'connected' && inbox.evidence?.heard === false;

/** Time of the gateway's last callback. */
export const lastCallbackOf = ({ evidence }: Inbox): string | null =>
  evidence?.last_callback_at ?? null;
