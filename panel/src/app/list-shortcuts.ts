import { focusItem, itemAt, itemsIn, tabStopIn } from '../ui/focusable-items.ts';
import { pressOnFocus } from '../ui/press-key.ts';

/* Keys of a list without the focus: handled anywhere on the screen, except in controls that need them. */

const steps: Readonly<Record<string, 1 | -1>> = { j: 1, k: -1, ArrowDown: 1, ArrowUp: -1 };
const needsArrows =
  'input, [role=tab], [role=radio], [role=slider], [role=listbox], [role=option], [role=grid] *';

/** Focuses the list's tab stop, and dispatches the key to it. */
function forward(event: KeyboardEvent, main: HTMLElement): boolean {
  if (!focusItem(tabStopIn(main) ?? itemsIn(main)[0])) return false;
  pressOnFocus(event);
  return true;
}

/** @returns true if a list of the screen handled the key */
export function handleListKey(event: KeyboardEvent, hasLetters: boolean): boolean {
  const { key, target } = event;
  const main = document.querySelector('main');
  if (!main || !(target instanceof Element)) return false;
  const isOutside = target === document.body || target === main;
  // A peek has dedicated keys.
  if (!isOutside && target.closest('aside')) return false;
  const item = main.contains(target) ? itemAt(target) : null;
  const step = steps[key];
  if (step !== undefined) {
    if (key.length === 1 ? !hasLetters : target.matches(needsArrows)) return false;
    if (!item) return focusItem(tabStopIn(main) ?? itemsIn(main)[0]);
    const all = itemsIn(main);
    return focusItem(all[all.indexOf(item) + step]);
  }
  if (item) return false;
  if (key === 'x' && hasLetters) return forward(event, main);
  return key === 'Enter' && isOutside && forward(event, main);
}
