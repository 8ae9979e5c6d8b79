import { useQuery } from '@tanstack/react-query';
import type { RecordProps } from '../shared/record-shortcuts.ts';
import { resolve } from './actions.ts';
import { ConversationView } from './ConversationView.tsx';
import { conversationQuery } from './queries.ts';
import { useConversationShortcuts } from './shortcuts.ts';

/** Conversation as a peek: complete, so that it can be answered and resolved there. */
export default function ConversationRecord({ slug, id, isPeek }: RecordProps) {
  const { data: conversation } = useQuery(conversationQuery(slug, id));
  useConversationShortcuts({
    slug,
    isPeek,
    target: () => conversation,
    onResolve: (of) => void resolve(slug, of),
  });
  return (
    <ConversationView
      key={id}
      slug={slug}
      id={id}
      isPeek={isPeek}
      onResolve={(of) => void resolve(slug, of)}
      onGone={() => {}}
    />
  );
}
