import { clsx } from 'clsx';
import type { Message } from '#panel/api/types.ts';
import { Check, Clock, Info, Warning } from '#panel/ui/icons.tsx';
import { useThreadWords } from '#panel/words/thread/use.ts';
import { type State, stateOf } from './failure-reasons.ts';
import { Checks } from './icons.tsx';

const icons = {
  pending: Clock,
  unknown: Info,
  sent: Check,
  delivered: Checks,
  read: Checks,
  failed: Warning,
  retrying: Clock,
} as const satisfies Record<State, unknown>;

const tones: Partial<Readonly<Record<State, string>>> = {
  unknown: 'text-warn',
  read: 'text-accent',
  failed: 'text-danger',
  retrying: 'text-warn',
};

/** Delivery status of an outgoing message, as an icon and a word. */
export function DeliveryStatus({ message }: { readonly message: Message }) {
  const words = useThreadWords();
  const state = stateOf(message);
  if (!state) return null;
  const Icon = icons[state];
  return (
    <span className={clsx('inline-flex items-center gap-1', tones[state])}>
      <Icon size={14} />
      {words.states[state]}
    </span>
  );
}
