import type { Inbox } from '#panel/api/types.ts';
import { Check, Close, Info, Warning } from '#panel/ui/icons.tsx';
import { Badge } from '#panel/ui/layout.tsx';
import { useInboxStateWords } from '#panel/words/inbox-states/use.ts';
import { type InboxStateWord, stateOf } from './state.ts';

const looks = {
  off: { icon: <Close size={12} /> },
  connected: { tone: 'ok', icon: <Check size={12} /> },
  connecting: { tone: 'info', icon: <Info size={12} /> },
  waiting: { tone: 'warn', icon: <Warning size={12} /> },
  disconnected: { tone: 'danger', icon: <Warning size={12} /> },
  failed: { tone: 'danger', icon: <Warning size={12} /> },
} as const satisfies Record<InboxStateWord, object>;

/** State of an inbox, as an icon and a word. */
export function StateBadge({ state }: { readonly state: InboxStateWord }) {
  const { states } = useInboxStateWords();
  return <Badge {...looks[state]}>{states[state]}</Badge>;
}

export const InboxState = ({ inbox }: { readonly inbox: Inbox }) => (
  <StateBadge state={stateOf(inbox)} />
);
