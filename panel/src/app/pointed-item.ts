import { useEffect } from 'react';
import { keysAreOn } from '../data/preferences.ts';
import { focusItem, itemAt } from '../ui/focusable-items.ts';
import { isTyping } from '../ui/is-typing.ts';
import { isForControl, pressOnFocus } from '../ui/press-key.ts';

/** Keys that concern the screen, not the item under the mouse. */
const ofScreen = /^(?:Tab|Escape|Shift|Control|Meta|Alt|AltGraph|CapsLock|Dead|[/?g])$/;

/** Makes the item under the mouse the target of keys: the first key after a movement of the mouse focuses it. */
export function usePointedItem(): void {
  useEffect(() => {
    let pointed: HTMLElement | null = null;
    let at = '';
    const move = ({ target, clientX, clientY, pointerType }: PointerEvent) => {
      // A list that scrolls below a mouse at rest is not a movement.
      const place = `${clientX} ${clientY}`;
      if (pointerType !== 'mouse' || place === at) return;
      at = place;
      const isInMain = target instanceof Element && target.closest('main') !== null;
      pointed = isInMain ? itemAt(target) : null;
    };
    const press = (event: KeyboardEvent) => {
      const item = pointed;
      pointed = null;
      const { key, target, ctrlKey, metaKey, altKey } = event;
      if (!item?.isConnected || ctrlKey || metaKey || altKey || ofScreen.test(key)) return;
      if (isTyping(target) || (key.length === 1 && key !== ' ' && !keysAreOn())) return;
      const isHere =
        target === document.body || (target instanceof Element && target.closest('main'));
      if (!isHere) return;
      if (item.contains(document.activeElement)) return;
      // A control that has the focus, outside all items, is pressed itself.
      if (isForControl(event, target) && target instanceof Element && !itemAt(target)) return;
      if (document.querySelector('dialog[open], [role=menu]') || !focusItem(item)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      pressOnFocus(event);
    };
    window.addEventListener('pointermove', move, { passive: true });
    window.addEventListener('keydown', press, true);
    return () => {
      window.removeEventListener('pointermove', move);
      window.removeEventListener('keydown', press, true);
    };
  }, []);
}
