import type { Inbox } from '../../../api/types.ts';

export type InboxStateWord =
  | 'off'
  | 'connected'
  | 'connecting'
  | 'waiting'
  | 'disconnected'
  | 'failed';

/** What an inbox is, as people are told; one of which no gateway has said anything goes by whether it is connected. */
export function stateOf({ active, connected, state }: Inbox): InboxStateWord {
  if (!active) return 'off';
  if (state === null) return connected ? 'connected' : 'disconnected';
  return state === 'scan' || state === 'code' || state === 'passkey' ? 'waiting' : state;
}
