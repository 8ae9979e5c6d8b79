import type { Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

/** Distance from the end, in px, within which the user counts as being there. */
export const endPx = 60;

type Virtual = Virtualizer<HTMLDivElement, Element>;

/** Tracks if the user is at the end of a thread, and keeps them there when the height changes. */
export function useStickToEnd(box: RefObject<HTMLDivElement | null>, virtual: Virtual) {
  const [isAtEnd, setAtEnd] = useState(true);
  const stays = useRef(true);
  const look = useCallback(() => {
    const seen = box.current;
    if (!seen) return;
    stays.current = seen.scrollHeight - seen.scrollTop - seen.clientHeight <= endPx;
    setAtEnd(stays.current);
  }, [box]);
  // The composer below grows and shrinks, and a phone's keyboard comes and goes.
  useEffect(() => {
    const seen = box.current;
    if (!seen) return;
    const watch = new ResizeObserver(() => {
      if (stays.current) virtual.scrollToEnd();
    });
    watch.observe(seen);
    return () => watch.disconnect();
  }, [box, virtual]);
  return { isAtEnd, stays, look };
}
