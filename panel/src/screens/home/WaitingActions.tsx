import { RecordLink } from '#panel/display/RecordLink.tsx';
import { Assignee } from '#panel/records/conversations/Assignee.tsx';
import { resolve } from '#panel/records/conversations/actions.ts';
import { Snooze } from '#panel/records/conversations/Snooze.tsx';
import { Chat, Check } from '#panel/ui/icons.tsx';
import { useConversationWords } from '#panel/words/conversations/use.ts';
import { useMyDayWords } from '#panel/words/my-day/use.ts';
import type { Day } from './queries.ts';

interface Props {
  readonly slug: string;
  readonly conversation: Day['conversations'][number];
}

const act =
  'control inline-flex items-center justify-center rounded px-2 text-muted hover:bg-surface hover:text-text pointer-coarse:min-w-11';

/** Inline actions on a conversation in the day: answer, assign, snooze, resolve. */
export default function WaitingActions({ slug, conversation }: Props) {
  const { acts } = useConversationWords();
  const words = useMyDayWords();
  const { id, name } = conversation;
  return (
    <span className="flex items-center pointer-fine:opacity-0 group-focus-within/row:opacity-100 group-hover/row:opacity-100">
      <RecordLink
        kind="conversations"
        id={id}
        aria-label={words.answer({ name })}
        title={words.answer({ name })}
        className={`${act} max-sm:hidden`}
      >
        <Chat />
      </RecordLink>
      <span className="max-sm:hidden">
        <Assignee slug={slug} conversation={conversation} />
      </span>
      <Snooze slug={slug} conversation={conversation} className={act} />
      <button
        type="button"
        aria-label={words.resolve({ name })}
        title={acts.resolve}
        onClick={() => void resolve(slug, conversation)}
        className={act}
      >
        <Check />
      </button>
    </span>
  );
}
