import { useQuery } from '@tanstack/react-query';
import { conversationQuery } from '#panel/data/conversations.ts';
import { resolve } from '#panel/parts/conversations/actions.ts';
import type { RecordProps } from '#panel/parts/record-shortcuts.ts';
import { ConversationView } from './ConversationView.tsx';
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
