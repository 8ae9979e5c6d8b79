import { type KeyboardEvent, useRef, useState } from 'react';
import { moved } from './model.ts';

/** One stop of the Tab key for a list of items, through which the arrow keys move. */
export function useRovingFocus(count: number) {
  const ref = useRef<HTMLUListElement>(null);
  const [stop, setStop] = useState(0);
  return {
    ref,
    attributesOf: (at: number) => ({
      'data-point': true,
      tabIndex: at === Math.min(stop, count - 1) ? 0 : -1,
      onFocus: () => setStop(at),
      onKeyDown: (event: KeyboardEvent) => {
        const next = moved(event.key, at, count);
        if (next === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        ref.current?.querySelectorAll<HTMLElement>('[data-point]')[next]?.focus();
      },
    }),
  };
}
