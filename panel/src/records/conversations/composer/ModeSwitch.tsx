import { clsx } from 'clsx';
import { Chat } from '#panel/ui/icons.tsx';
import { useComposerWords } from '#panel/words/composer/use.ts';
import { Note } from './icons.tsx';
import type { Mode } from './use-composer-text.ts';

const modes = ['answer', 'note'] as const;
const icons = { answer: Chat, note: Note };

/** Switches between a message to the contact and an internal note. */
export function ModeSwitch({
  mode,
  onMode,
}: {
  readonly mode: Mode;
  readonly onMode: (mode: Mode) => void;
}) {
  const words = useComposerWords();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for submitted fields
    <div role="group" aria-label={words.modes} className="flex gap-1">
      {modes.map((each) => {
        const Icon = icons[each];
        return (
          <button
            key={each}
            type="button"
            data-field={`conversation-${each}`}
            aria-pressed={mode === each}
            onClick={() => onMode(each)}
            className={clsx(
              'control inline-flex items-center gap-1.5 rounded px-2',
              mode === each ? 'bg-surface font-medium' : 'text-muted hover:bg-surface',
            )}
          >
            <Icon size={14} /> {words[each]}
          </button>
        );
      })}
    </div>
  );
}
