import { isTyping } from './is-typing.ts';

/** Key press to repeat on another element, or later. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'shiftKey'>;

/** True if the browser itself acts on the key press, without a script. */
export const isForControl = ({ key }: KeyPress, target: EventTarget | null): boolean =>
  (key === 'Enter' || key === ' ') &&
  target instanceof Element &&
  target.matches('a[href], button, input, summary');

/** Presses a key on the focused element, with the effect that the browser's own press would have. */
export function pressOnFocus({ key, shiftKey }: KeyPress): void {
  const target = document.activeElement ?? document.body;
  const again = new KeyboardEvent('keydown', { key, shiftKey, bubbles: true, cancelable: true });
  if (!target.dispatchEvent(again)) return;
  if (isTyping(target)) {
    if (key.length === 1) document.execCommand('insertText', false, key);
    else if (key === 'Backspace') document.execCommand('delete');
    else if (key === 'Enter' && target instanceof HTMLInputElement) target.form?.requestSubmit();
  } else if (
    (key === 'Enter' && target instanceof HTMLAnchorElement) ||
    ((key === 'Enter' || key === ' ') && target instanceof HTMLButtonElement) ||
    (key === ' ' && target instanceof HTMLInputElement)
  )
    target.click();
}
