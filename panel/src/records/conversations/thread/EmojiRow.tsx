import { clsx } from 'clsx';
import type { KeyboardEvent } from 'react';
import type { Message } from '#panel/api/types.ts';
import { useThreadWords } from '#panel/words/thread/use.ts';
import { useThreadContext } from './thread-context.ts';

const emoji = ['👍', '❤️', '😂', '😮', '😢', '🙏', '🎉'] as const;

/** Row of emoji at the top of a menu: arrows move along it, and down to the items. */
export function EmojiRow({
  message,
  onClose,
}: {
  readonly message: Message;
  readonly onClose: () => void;
}) {
  const { reactions: words } = useThreadWords();
  const { acts } = useThreadContext();
  const ours = message.reactions.find(({ direction }) => direction === 'outgoing')?.emoji;
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>('button')];
    const at = all.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1 + all.length }[event.key];
    const below = event.key === 'ArrowDown' ? event.currentTarget.nextElementSibling : undefined;
    if (to !== undefined) all[to % all.length]?.focus();
    else if (below instanceof HTMLElement) below.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be part of a menu
    <div
      role="group"
      aria-label={words.add}
      onKeyDown={onKeyDown}
      className="mb-1 flex justify-between border-border border-b pb-1"
    >
      {emoji.map((sign) => (
        <button
          key={sign}
          type="button"
          role="menuitemradio"
          aria-checked={sign === ours}
          aria-label={
            sign === ours ? words.takeBack({ emoji: sign }) : words.choose({ emoji: sign })
          }
          tabIndex={-1}
          onClick={() => {
            onClose();
            acts.react(message, sign === ours ? '' : sign);
          }}
          className={clsx(
            'control inline-flex aspect-square items-center justify-center rounded text-[20px] hover:bg-surface focus:bg-surface',
            sign === ours && 'bg-tint outline-1 outline-accent',
          )}
        >
          {sign}
        </button>
      ))}
    </div>
  );
}
