import type { Conversation } from '#panel/api/types.ts';
import { RecordLink } from '#panel/display/RecordLink.tsx';
import { RelativeTime } from '#panel/display/RelativeTime.tsx';
import { useConversationWords } from '#panel/words/conversations/use.ts';
import { useFieldWords } from '#panel/words/fields/use.ts';

/** Conversations with the same contact in other inboxes. */
export function OtherConversations({
  conversations,
}: {
  readonly conversations: readonly Conversation[];
}) {
  const words = useConversationWords();
  const { values } = useFieldWords();
  if (conversations.length === 0) return null;
  return (
    <section aria-label={words.beside.others} className="flex flex-col gap-1">
      <h3 className="font-medium">{words.beside.others}</h3>
      <ul className="flex flex-col">
        {conversations.map(({ id, inbox, status, last_message_at }) => (
          <li
            key={id}
            className="flex min-h-9 items-center justify-between gap-2 pointer-coarse:min-h-11"
          >
            <RecordLink kind="conversations" id={id} className="truncate hover:underline">
              {inbox?.name}
            </RecordLink>
            <span className="shrink-0 text-meta text-muted">
              {`${values.conversations.status[status]} · `}
              <RelativeTime at={last_message_at} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
