import { clsx } from 'clsx';
import type { Message } from '#panel/api/types.ts';
import { useThreadWords } from '#panel/words/thread/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import { useThreadContext } from './thread-context.ts';

type Reaction = Message['reactions'][number];

/** Reactions by side and emoji: members of a group often choose the same one. */
function groupedOf(reactions: readonly Reaction[]) {
  const groups = new Map<string, { readonly emoji: string; readonly all: Reaction[] }>();
  for (const reaction of reactions) {
    const { direction, emoji } = reaction;
    const key = `${direction} ${emoji}`;
    const group = groups.get(key) ?? { emoji, all: [] };
    group.all.push(reaction);
    groups.set(key, group);
  }
  return [...groups].map(([key, { emoji, all }]) => ({ key, emoji, all }));
}

/** Reactions of both sides; a click removes ours. */
export function Reactions({ message }: { readonly message: Message }) {
  const { reactions: words, member } = useThreadWords();
  const locale = useLocale();
  const { contact, acts } = useThreadContext();
  if (message.reactions.length === 0) return null;
  return (
    <ul aria-label={words.label} className="-mt-1 flex gap-1 px-2">
      {groupedOf(message.reactions).map(({ key, emoji, all }) => {
        const isOurs = all[0]?.direction === 'outgoing';
        const names = all.map(({ name }) => (name === undefined ? contact : (name ?? member)));
        const who = new Intl.ListFormat(locale).format(names);
        const look =
          'inline-flex h-7 min-w-9 items-center justify-center rounded-full border bg-raised px-2 text-prose pointer-coarse:h-11 pointer-coarse:min-w-11';
        return (
          <li key={key}>
            {isOurs ? (
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
              <span title={words.theirs({ emoji, who })} className={clsx(look, 'border-border')}>
                <span aria-hidden="true">{all.length > 1 ? `${emoji} ${all.length}` : emoji}</span>
                <span className="sr-only">{words.theirs({ emoji, who })}</span>
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
