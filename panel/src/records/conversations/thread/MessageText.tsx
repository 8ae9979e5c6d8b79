import { clsx } from 'clsx';
import { useMemo, useState } from 'react';
import { renderInline } from '#panel/ui/Inline.tsx';
import { useThreadWords } from '#panel/words/thread/use.ts';
import { isEmojiOnly, partsOf } from './message-markup.ts';
import { longText } from './rows.ts';

/** Beginning of a long text, up to the end of a word. */
const beginningOf = (text: string) => `${text.slice(0, longText).replace(/\s+\S*$/, '')}…`;

/** Text with the network's markup; a long text is shown shortened first. */
export function MessageText({ text }: { readonly text: string }) {
  const words = useThreadWords();
  const [isWhole, setWhole] = useState(false);
  const isLong = text.length > longText + 200;
  const seen = isLong && !isWhole ? beginningOf(text) : text;
  const parts = useMemo(() => partsOf(seen), [seen]);
  if (text === '') return null;
  return (
    <>
      <p
        dir="auto"
        className={clsx(
          'whitespace-pre-wrap break-words [overflow-wrap:anywhere]',
          isEmojiOnly(text) ? 'text-[32px] leading-10' : 'text-prose',
        )}
      >
        {renderInline(parts)}
      </p>
      {isLong ? (
        <button
          type="button"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
          className="control -mb-1 self-start rounded font-medium text-accent hover:underline"
        >
          {isWhole ? words.less : words.more}
        </button>
      ) : null}
    </>
  );
}
