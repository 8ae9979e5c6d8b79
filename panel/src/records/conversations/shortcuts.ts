import type { Conversation } from '#panel/api/types.ts';
import { focusField } from '#panel/parts/fields/FieldRow.tsx';
import { useParam } from '#panel/route/router.tsx';
import { useRecordShortcuts } from '../shared/record-shortcuts.ts';
import { assign } from './actions.ts';
import { useCurrentUser } from './use-current-user.ts';

/** Fields of a conversation that keys focus: assignee, snooze, answer and note. */
const fields = {
  a: 'conversation-assignee',
  s: 'conversation-snooze',
  r: 'conversation-answer',
  n: 'conversation-note',
} as const;

/** Field in the sidebar, which the key opens. */
const labelsField = 'conversation-labels';

/** Maximum time for a field to appear, as its part of the screen may still be loading. */
const patienceMs = 5_000;

/** Focuses a field of the conversation, once it is available. */
export function focusConversationField(name: string): void {
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
  /** Conversation on which the keys act. */
  readonly target: () => Conversation | undefined;
  /** True while conversations are selected: keys that change one conversation do nothing then. */
  readonly isSelecting?: boolean;
  readonly onResolve: (conversation: Conversation) => void;
  /** Opens the conversation if necessary, and then focuses a field. @returns true if it has to be opened first */
  readonly opens?: (conversation: Conversation, field: string) => boolean;
  readonly more?: Readonly<Record<string, () => void>>;
}

/** Single-key shortcuts of a conversation: e resolves, i assigns it to the user, a s r n l focus their fields. */
export function useConversationShortcuts(keys: Keys): void {
  const { slug, isPeek, target, isSelecting = false, onResolve, opens, more } = keys;
  const me = useCurrentUser(slug);
  const [, setBeside] = useParam('beside');
  const goTo = (field: string) => () => {
    const of = target();
    if (of && !opens?.(of, field)) focusConversationField(field);
  };
  const { a, s, ...further } = Object.fromEntries(
    Object.entries(fields).map(([key, field]) => [key, goTo(field)]),
  );
  const changing = {
    l: () => {
      const of = target();
      if (!of) return;
      const isOpening = opens?.(of, labelsField);
      setBeside('open');
      // The sidebar is visible in the next frame.
      if (!isOpening) requestAnimationFrame(() => focusConversationField(labelsField));
    },
    e: () => {
      const of = target();
      if (of && of.status !== 'resolved') onResolve(of);
    },
    i: () => {
      const of = target();
      if (of && me && of.assignee_id !== me.id) void assign(slug, of, me);
    },
    ...(a && s ? { a, s } : {}),
  };
  useRecordShortcuts(isPeek, { ...more, ...further, ...(isSelecting ? {} : changing) });
}
