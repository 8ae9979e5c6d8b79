import type { Conversation } from '../../api/types.ts';
import { assign } from '../../parts/conversations/acts.ts';
import { focusField } from '../../parts/fields/Row.tsx';
import { useRecordKeys } from '../../parts/record.ts';
import { useMyself } from './myself.ts';

/** Fields of a conversation that keys reach: who has it, until when it is put off, what is answered and noted. */
const fields = {
  a: 'conversation-assignee',
  s: 'conversation-snooze',
  r: 'conversation-answer',
  n: 'conversation-note',
} as const;

/** How long a field may take to be there: its part of the screen may have to be loaded. */
const patienceMs = 5_000;

/** Goes to a field of the conversation, once it is there. */
export function goToField(name: string): void {
  const isThere = () => document.querySelector(`[data-field="${name}"]`) !== null;
  if (isThere()) {
    focusField(name);
    return;
  }
  const watch = new MutationObserver(() => {
    if (!isThere()) return;
    stop();
    focusField(name);
  });
  const timer = setTimeout(() => stop(), patienceMs);
  function stop() {
    clearTimeout(timer);
    watch.disconnect();
  }
  watch.observe(document.body, { childList: true, subtree: true });
}

interface Keys {
  readonly slug: string;
  readonly isPeek: boolean;
  /** The conversation that is meant. */
  readonly target: () => Conversation | undefined;
  readonly onResolve: (conversation: Conversation) => void;
  /** Opens it where it is not, and then goes to one of its fields. @returns whether it has to be opened first */
  readonly opens?: (conversation: Conversation, field: string) => boolean;
  readonly more?: Readonly<Record<string, () => void>>;
}

/** Single keys of a conversation: e resolves, i takes it, a s r n lead to what they are for. */
export function useConversationKeys({ slug, isPeek, target, onResolve, opens, more }: Keys): void {
  const me = useMyself(slug);
  const goTo = (field: string) => () => {
    const of = target();
    if (of && !opens?.(of, field)) goToField(field);
  };
  useRecordKeys(isPeek, {
    ...more,
    e: () => {
      const of = target();
      if (of && of.status !== 'resolved') onResolve(of);
    },
    i: () => {
      const of = target();
      if (of && me && of.assignee_id !== me.id) void assign(slug, of, me);
    },
    ...Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, goTo(field)])),
  });
}
