import { markedParts } from './marked-words.ts';

/** Text in which the words of a search are marked. */
export function MarkedText({ text, term }: { readonly text: string; readonly term: string }) {
  return markedParts(text, term).map(({ text: part, isMarked }, at) =>
    isMarked ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text
      <mark key={at} className="rounded-sm bg-tint font-medium text-text">
        {part}
      </mark>
    ) : (
      part
    ),
  );
}
