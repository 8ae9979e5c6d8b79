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
    if (of && !opens?.(of, field)) focusField(field);
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
