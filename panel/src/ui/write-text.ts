import { flushSync } from 'react-dom';

/**
 * Changes the text of a field, and places the caret. Synchronous, so that the next typed character goes to the right place.
 * @param write changes the text
 */
export function writeText(
  field: HTMLTextAreaElement | null,
  write: () => void,
  caret: number,
): void {
  flushSync(write);
  field?.focus();
  field?.setSelectionRange(caret, caret);
}
