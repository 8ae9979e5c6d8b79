import type { ClipboardEvent, KeyboardEvent } from 'react';

/**
 * Props of an input at the end of a list, whose text Enter adds to it. Pasting several lines adds them at once, and Escape leaves the input.
 * @param add receives the text
 */
export const lineEntry = (add: (text: string) => void) => ({
  autoComplete: 'off',
  onPaste(event: ClipboardEvent<HTMLInputElement>) {
    const text = event.clipboardData.getData('text');
    if (!text.includes('\n')) return;
    event.preventDefault();
    add(event.currentTarget.value + text);
  },
  onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') add(event.currentTarget.value);
    else if (event.key === 'Escape') event.currentTarget.blur();
    else return;
    event.preventDefault();
    event.stopPropagation();
  },
  className:
    'control w-full rounded border border-transparent bg-transparent px-2 placeholder:text-faint hover:border-control focus:border-control focus:bg-raised',
});
