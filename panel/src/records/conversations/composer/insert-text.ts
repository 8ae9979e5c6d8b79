import { flushSync } from 'react-dom';
import type { ComposerText } from './use-composer-text.ts';

/** Inserts a text in place of the selection, and places the caret behind it. */
export function insertText(
  field: HTMLTextAreaElement | null,
  { text, write }: ComposerText,
  inserted: string,
): void {
  const from = field?.selectionStart ?? text.length;
  const to = field?.selectionEnd ?? text.length;
  // Synchronous, so that the next typed character goes to the right place.
  flushSync(() => write(text.slice(0, from) + inserted + text.slice(to)));
  // The closed picker returns the focus to its button first.
  requestAnimationFrame(() => {
    field?.focus();
    field?.setSelectionRange(from + inserted.length, from + inserted.length);
  });
}
