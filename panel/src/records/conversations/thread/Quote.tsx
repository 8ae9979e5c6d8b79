import type { Message } from '#panel/api/types.ts';
import { useThreadWords } from '#panel/words/thread/use.ts';
import { lineOf } from './message-line.ts';
import { useThreadContext } from './thread-context.ts';

/** Quote of the answered message, which links to it. @param message undefined if it is not loaded */
export function Quote({
  id,
  message,
}: {
  readonly id: string;
  readonly message: Message | undefined;
}) {
  const words = useThreadWords();
  const { whoInText, acts } = useThreadContext();
  return (
    <button
      type="button"
      title={words.reply.jump}
      onClick={() => acts.jump(id)}
      className="mb-1 flex min-h-11 max-w-full flex-col justify-center rounded border-accent border-l-2 bg-surface px-2 py-1 text-left text-meta hover:bg-bg"
    >
      <span className="font-semibold">
        {message ? words.reply.to({ who: whoInText(message) }) : words.reply.unknown}
      </span>
      {message ? (
        <span className="line-clamp-2 max-w-full text-muted [overflow-wrap:anywhere]">
          {lineOf(message, words.kinds, words.revoked)}
        </span>
      ) : null}
    </button>
  );
}
