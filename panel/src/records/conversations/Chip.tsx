import { Close } from '#panel/ui/icons.tsx';
import { useConversationWords } from '#panel/words/conversations/use.ts';
import type { ListState } from '../shared/list/list-state.ts';

interface ChipProps {
  readonly list: ListState;
  readonly name: string;
  readonly text: string;
}

const chip =
  'control inline-flex items-center gap-1 rounded border border-border bg-raised px-2 text-meta hover:bg-surface';

/** Active filter, which a click removes. */
export function Chip({ list, name, text }: ChipProps) {
  const words = useConversationWords();
  return (
    <button
      type="button"
      title={words.without({ filter: text })}
      onClick={() => list.set({ [name]: undefined })}
      className={chip}
    >
      <span className="max-w-48 truncate">{text}</span>
      <Close size={12} />
      <span className="sr-only">{words.without({ filter: text })}</span>
    </button>
  );
}
