import { type RefObject, useEffect, useState } from 'react';

/* Loads drag and drop after the calendar has rendered. */

type Drag = typeof import('./drag.ts');

/** @param begin returns a cleanup function */
function useDrag(begin: ((drag: Drag) => (() => void) | undefined) | undefined, by: unknown) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the dependency is passed in `by`
  useEffect(() => {
    if (!begin) return;
    let stop: (() => void) | undefined;
    let isOver = false;
    import('./drag.ts').then(
      (drag) => {
        if (!isOver) stop = begin(drag);
      },
      // Entries can still be moved by menu.
      () => {},
    );
    return () => {
      isOver = true;
      stop?.();
    };
  }, [by]);
}

/**
 * @param key undefined disables dragging
 * @returns true while it is being dragged
 */
export function useDraggable(ref: RefObject<HTMLElement | null>, key: string | undefined): boolean {
  const [isDragged, setDragged] = useState(false);
  const begin = ({ dragFrom }: Drag) =>
    ref.current && key !== undefined ? dragFrom(ref.current, key, setDragged) : undefined;
  useDrag(key === undefined ? undefined : begin, key);
  return isDragged;
}

/** @returns true while an entry is held over the day */
export function useDropDay(ref: RefObject<HTMLElement | null>, day: string): boolean {
  const [isOver, setOver] = useState(false);
  useDrag(({ dropOn }) => (ref.current ? dropOn(ref.current, day, setOver) : undefined), day);
  return isOver;
}

/** Reports dropped entries, and the day by which each was held. */
export function useDrops(
  onDrop: ((key: string, day: string, from: string | undefined) => void) | undefined,
): void {
  useDrag(onDrop && (({ watchDrops }) => watchDrops(onDrop)), onDrop);
}
