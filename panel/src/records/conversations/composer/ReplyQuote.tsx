import type { Message } from '#panel/api/types.ts';
import { Close } from '#panel/ui/icons.tsx';
import { useComposerWords } from '#panel/words/composer/use.ts';
import { readableText } from '../group-mentions.ts';

/** Quote of the message being answered. */
export function ReplyQuote({
  message,
  onStop,
}: {
  readonly message: Message;
  readonly onStop: () => void;
}) {
  const words = useComposerWords();
  const { message_type: type, media } = message;
  const kind = type === 'text' ? '' : (words.quoted[type] ?? words.quoted.other);
  const text = [kind, readableText(message) || media?.name].filter(Boolean).join(': ');
  return (
    <div className="flex items-center gap-2 px-3 pt-2">
      <p className="min-w-0 flex-1 border-accent border-l-2 pl-2">
        <span className="block text-meta text-muted">{words.replyTo}</span>
        <span className="line-clamp-2 break-words">{text}</span>
      </p>
      <button
        type="button"
        aria-label={words.stopReplying}
        onClick={onStop}
        className="control inline-flex aspect-square shrink-0 items-center justify-center rounded text-muted hover:bg-surface"
      >
        <Close />
      </button>
    </div>
  );
}
