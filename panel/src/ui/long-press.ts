import { type MouseEvent, type PointerEvent, type TouchEvent, useRef } from 'react';

/** Duration of a long press, as on phones. */
const pressMs = 500;

/**
 * Event handlers that call `act` after a long press by touch, and suppress the click or context menu that would follow. Scrolling cancels
 * the press.
 */
export function useLongPress(act: (() => void) | undefined) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isTouch = useRef(false);
  const hasActed = useRef(false);
  if (!act) return undefined;
  const end = () => clearTimeout(timer.current);
  return {
    onPointerDown({ pointerType, isPrimary }: PointerEvent) {
      end();
      hasActed.current = false;
      isTouch.current = pointerType === 'touch';
      if (!isTouch.current || !isPrimary) return;
      timer.current = setTimeout(() => {
        hasActed.current = true;
        act();
      }, pressMs);
    },
    onPointerUp: end,
    onPointerCancel: end,
    onContextMenu(event: MouseEvent) {
      if (isTouch.current) event.preventDefault();
    },
    onTouchEnd(event: TouchEvent) {
      // Otherwise the browser may click an element that has appeared under the finger.
      if (hasActed.current && event.cancelable) event.preventDefault();
    },
  };
}
