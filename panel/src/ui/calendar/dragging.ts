import { type RefObject, useEffect, useState } from 'react';

/* Dragging comes after the calendar: nobody drags before they see it. */

type Drag = typeof import('./drag.ts');

/** @param begin returns what ends it */
function useDrag(begin: ((drag: Drag) => (() => void) | undefined) | undefined, by: unknown) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it begins by is given
  useEffect(() => {
    if (!begin) return;
    let stop: (() => void) | undefined;
    let isOver = false;
    import('./drag.ts').then(
      (drag) => {
        if (!isOver) stop = begin(drag);
      },
      // Without it, entries have their menu.
      () => {},
    );
    return () => {
      isOver = true;
      stop?.();
    };
  }, [by]);
}

/** @param key undefined: it stays where it is. @returns whether it is being dragged */
export function useDraggable(ref: RefObject<HTMLElement | null>, key: string | undefined): boolean {
  const [isDragged, setDragged] = useState(false);
  const begin = ({ dragFrom }: Drag) =>
    ref.current && key !== undefined ? dragFrom(ref.current, key, setDragged) : undefined;
  useDrag(key === undefined ? undefined : begin, key);
  return isDragged;
}

/** @returns whether something is held over the day */
export function useDropDay(ref: RefObject<HTMLElement | null>, day: string): boolean {
  const [isOver, setOver] = useState(false);
  useDrag(({ dropOn }) => (ref.current ? dropOn(ref.current, day, setOver) : undefined), day);
  return isOver;
}

/** Tells where entries are put. */
export function useDrops(onDrop: ((key: string, day: string) => void) | undefined): void {
  useDrag(onDrop && (({ watchDrops }) => watchDrops(onDrop)), onDrop);
}
