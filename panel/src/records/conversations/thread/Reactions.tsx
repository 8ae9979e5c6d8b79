import { clsx } from 'clsx';
import type { Message } from '#panel/api/types.ts';
import { useThreadWords } from '#panel/words/thread/use.ts';
import { useThreadContext } from './thread-context.ts';

/** Reactions of both sides; a click removes ours. */
export function Reactions({ message }: { readonly message: Message }) {
  const { reactions: words } = useThreadWords();
  const { contact, acts } = useThreadContext();
  if (message.reactions.length === 0) return null;
  return (
    <ul aria-label={words.label} className="-mt-1 flex gap-1 px-2">
      {message.reactions.map(({ direction, emoji }) => {
        const look =
          'inline-flex h-7 min-w-9 items-center justify-center rounded-full border bg-raised px-2 text-prose pointer-coarse:h-11 pointer-coarse:min-w-11';
        return (
          <li key={direction}>
            {direction === 'outgoing' ? (
              <button
                type="button"
                aria-label={words.ours({ emoji })}
                title={words.ours({ emoji })}
                onClick={() => acts.react(message, '')}
                className={clsx(look, 'border-accent hover:bg-surface')}
              >
                {emoji}
              </button>
            ) : (
              <span
                title={words.theirs({ emoji, who: contact })}
                className={clsx(look, 'border-border')}
              >
                <span aria-hidden="true">{emoji}</span>
                <span className="sr-only">{words.theirs({ emoji, who: contact })}</span>
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
