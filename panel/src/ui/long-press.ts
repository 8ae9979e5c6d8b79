import { type MouseEvent, type PointerEvent, type TouchEvent, useRef } from 'react';

/** Duration of a press that selects, as phones have it. */
const pressMs = 500;

/**
 * Handlers that call `act` after a long press by touch, instead of the click or the browser's menu that would follow. Scrolling ends the
 * press.
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
      // Without this the browser may click what appeared under the finger in the meantime.
      if (hasActed.current && event.cancelable) event.preventDefault();
    },
  };
}
