import { useEffect, useRef, useState } from 'react';

/** Time for which the list stays frozen after a key press. */
const stillMs = 4_000;

/** Tracks if the list is hovered or navigated by keyboard. */
export function useIsListInUse() {
  const [isOver, setOver] = useState(false);
  const [isPressed, setPressed] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    isStill: isOver || isPressed,
    onKeys() {
      setPressed(true);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setPressed(false), stillMs);
    },
    over: {
      onPointerEnter: ({ pointerType }: { readonly pointerType: string }) =>
        setOver(pointerType === 'mouse'),
      onPointerLeave: () => setOver(false),
    },
  };
}
