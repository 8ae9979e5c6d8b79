import { useEffect } from 'react';
import { isLoadingPiece } from '../display/lazy.tsx';
import { isTyping } from '../ui/is-typing.ts';
import { isForControl, type KeyPress, pressOnFocus } from '../ui/press-key.ts';
import { takeEarlyKeys } from './early-keys.ts';

/*
 * Keys pressed before the code that handles them is loaded, or before a list has its rows: held, and pressed in order after loading. Text
 * typed after a key that opens a form goes into the form.
 */

/** Maximum time for which a key is held. */
const patienceMs = 10_000;
const stepMs = 16;

const isHoldable = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  !ctrlKey &&
  !metaKey &&
  !altKey &&
  (key.length === 1 || /^(?:Enter|Escape|Backspace|Delete|Home|End|Arrow\w+)$/.test(key));

/** True while a list has no rows yet, or an opened piece of the screen is loading. */
const isBusy = () =>
  isLoadingPiece() ||
  (document.querySelector('main [data-loading]') !== null &&
    document.querySelector('main [data-item]') === null);

interface HeldKey extends KeyPress {
  readonly until: number;
}

/** Holds keys while the screen cannot handle them. */
export function useHeldKeys(): void {
  useEffect(() => {
    let held: readonly HeldKey[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const release = () => {
      const [first, ...others] = held;
      // The effect of a key shows before the next one is pressed.
      if (first && (!isBusy() || performance.now() > first.until)) {
        held = others;
        pressOnFocus(first);
      }
      timer = first ? setTimeout(release, stepMs) : undefined;
    };
    const holdKey = ({ key, shiftKey }: KeyboardEvent) => {
      held = [...held, { key, shiftKey, until: performance.now() + patienceMs }];
      timer ??= setTimeout(release, stepMs);
    };
    const press = (event: KeyboardEvent) => {
      if (!event.isTrusted || !isHoldable(event)) return;
      const { target } = event;
      if (timer === undefined && (isTyping(target) || isForControl(event, target) || !isBusy()))
        return;
      event.preventDefault();
      event.stopImmediatePropagation();
      holdKey(event);
    };
    for (const early of takeEarlyKeys()) if (isHoldable(early)) holdKey(early);
    window.addEventListener('keydown', press, true);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('keydown', press, true);
    };
  }, []);
}
