import type { Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

/** So near the end one is at it, in px. */
export const endPx = 60;

type Virtual = Virtualizer<HTMLDivElement, Element>;

/** Whether somebody is at the end of a thread; where they are, they stay there as the room for it changes. */
export function useEnd(box: RefObject<HTMLDivElement | null>, virtual: Virtual) {
  const [isAtEnd, setAtEnd] = useState(true);
  const stays = useRef(true);
  const look = useCallback(() => {
    const seen = box.current;
    if (!seen) return;
    stays.current = seen.scrollHeight - seen.scrollTop - seen.clientHeight <= endPx;
    setAtEnd(stays.current);
  }, [box]);
  // What is written below grows and shrinks, a phone's keyboard comes and goes.
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
