import type { Inbox } from '../../api/types.ts';

export type InboxStateWord =
  | 'off'
  | 'connected'
  | 'connecting'
  | 'waiting'
  | 'disconnected'
  | 'failed';

/** What an inbox is, as people are told. Of one of which no gateway has said anything it goes by whether it is connected; what was seen outweighs any word. */
export function stateOf({ active, connected, state, evidence }: Inbox): InboxStateWord {
  if (!active) return 'off';
  const is = state ?? (connected ? 'connected' : 'disconnected');
  if (is === 'connected' && evidence?.dead) return 'failed';
  return is === 'scan' || is === 'code' || is === 'passkey' ? 'waiting' : is;
}

/** Why it is so, as the service says it. */
export const reasonOf = ({ state_reason, evidence }: Inbox): string | null =>
  evidence?.dead ?? state_reason;

const quiet: ReadonlySet<InboxStateWord> = new Set(['off', 'connected', 'connecting']);

/** Whether somebody has to do something about it. */
export const isWrong = (inbox: Inbox): boolean => !quiet.has(stateOf(inbox));

/** Connected, although no message has come in since. */
export const isUnheard = (inbox: Inbox): boolean =>
  stateOf(inbox) === 'connected' && inbox.evidence?.heard === false;

/** The last sign that something comes back from its gateway. */
export const lastSignOf = ({ evidence }: Inbox): string | null =>
  evidence?.last_callback_at ?? null;
