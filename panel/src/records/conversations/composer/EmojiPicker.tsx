import { useEffect, useState } from 'react';
import { AnchoredDialog } from '#panel/ui/AnchoredDialog.tsx';
import { useComposerWords } from '#panel/words/composer/use.ts';
import { useLocale } from '#panel/words/translations.ts';
import { type Emoji, findEmoji, loadEmoji } from './emoji.ts';

interface Props {
  readonly anchor: HTMLElement;
  readonly onChoose: (sign: string) => void;
  readonly onClose: () => void;
}

/** Columns of the grid. */
const columns = 8;
const none: readonly (readonly Emoji[])[] = [];

/** Emoji by group, or by a search in Portuguese and English. Arrows move in the grid. */
export default function EmojiPicker({ anchor, onChoose, onClose }: Props) {
  const { emoji: words } = useComposerWords();
  const isPortuguese = useLocale() === 'pt-BR';
  const [typed, setTyped] = useState('');
  const [group, setGroup] = useState(0);
  const [emoji, setEmoji] = useState(none);
  const isPending = emoji.length === 0;
  const results = typed.trim() === '' ? (emoji[group] ?? []) : findEmoji(emoji, typed);
  useEffect(() => {
    // Without a connection the dialog stays empty, and the next one tries again.
    loadEmoji().then(setEmoji, () => undefined);
  }, []);
  const move = (from: HTMLElement, key: string): boolean => {
    const steps: Record<string, number> = {
      ArrowRight: 1,
      ArrowLeft: -1,
      ArrowDown: columns,
      ArrowUp: -columns,
    };
    const step = steps[key];
    const grid = from.closest('dialog')?.querySelector('[data-emoji]');
    if (step === undefined || !grid) return false;
    const all = [...grid.querySelectorAll<HTMLElement>('button')];
    const at = all.indexOf(from);
    if (at < 0 && key !== 'ArrowDown') return false;
    const to = at < 0 ? all[0] : all[at + step];
    if (to) to.focus();
    else if (step < 0) from.closest('dialog')?.querySelector('input')?.focus();
    return true;
  };
  return (
    <AnchoredDialog
      label={words.action}
      anchor={anchor}
      className="w-[min(100%,340px)] overflow-hidden"
      onKeyDown={(event) => {
        if (event.target instanceof HTMLElement && move(event.target, event.key))
          event.preventDefault();
      }}
      onClose={onClose}
    >
      <div className="flex flex-col gap-2 p-2">
        <input
          type="search"
          // biome-ignore lint/a11y/noAutofocus: the dialog was opened to search or choose
          autoFocus
          aria-label={words.search}
          placeholder={words.search}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={(event) => {
            const [first] = results;
            if (event.key !== 'Enter' || typed.trim() === '' || !first) return;
            // The button that gets the focus would be pressed.
            event.preventDefault();
            onChoose(first.sign);
          }}
          className="control w-full rounded border border-border bg-surface px-3 pointer-coarse:text-touch"
        />
        {typed.trim() === '' ? (
          <div role="tablist" aria-label={words.groups} className="flex justify-between">
            {emoji.map(([first], at) => (
              <button
                key={first?.sign}
                type="button"
                role="tab"
                aria-selected={at === group}
                aria-label={words.groupNames[at]}
                title={words.groupNames[at]}
                onClick={() => setGroup(at)}
                className="inline-flex size-9 items-center justify-center rounded text-[18px] hover:bg-surface aria-selected:bg-tint"
              >
                {first?.sign}
              </button>
            ))}
          </div>
        ) : null}
        {results.length === 0 && !isPending ? (
          <p role="status" className="p-4 text-center text-muted">
            {words.none}
          </p>
        ) : (
          <div
            data-emoji
            className="grid h-60 auto-rows-min grid-cols-8 overflow-y-auto overscroll-contain"
          >
            {results.map(({ sign, names: [portuguese, english] }) => (
              <button
                key={sign}
                type="button"
                tabIndex={sign === results[0]?.sign ? 0 : -1}
                title={isPortuguese ? portuguese : english}
                aria-label={isPortuguese ? portuguese : english}
                onClick={() => onChoose(sign)}
                className="inline-flex aspect-square items-center justify-center rounded text-[22px] hover:bg-surface focus-visible:bg-surface"
              >
                {sign}
              </button>
            ))}
          </div>
        )}
      </div>
    </AnchoredDialog>
  );
}
