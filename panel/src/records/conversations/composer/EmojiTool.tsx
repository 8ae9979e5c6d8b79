import { Suspense, useState } from 'react';
import { lazyWithWords } from '#panel/display/lazy.tsx';
import { useComposerWords } from '#panel/words/composer/use.ts';
import { Smile } from './icons.tsx';

/** The names of all emoji are loaded when the picker opens. */
const EmojiPicker = lazyWithWords(() => import('./EmojiPicker.tsx'), 'nothing');

/** Button that opens the emoji picker. */
export function EmojiTool({
  className,
  onChoose,
}: {
  readonly className: string;
  readonly onChoose: (sign: string) => void;
}) {
  const { emoji: words } = useComposerWords();
  const [anchor, setAnchor] = useState<HTMLElement>();
  return (
    <>
      <button
        type="button"
        aria-label={words.action}
        aria-haspopup="dialog"
        aria-expanded={anchor !== undefined}
        title={words.action}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        className={className}
      >
        <Smile />
      </button>
      <Suspense>
        {anchor ? (
          <EmojiPicker
            anchor={anchor}
            onChoose={(sign) => {
              setAnchor(undefined);
              onChoose(sign);
            }}
            onClose={() => setAnchor(undefined)}
          />
        ) : null}
      </Suspense>
    </>
  );
}
