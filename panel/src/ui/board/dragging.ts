import { type RefObject, useEffect } from 'react';
import type { Drag, End } from './drag.ts';
import type { BoardCard, BoardColumn } from './types.ts';

/* Dragging comes after the board: nobody drags before they see it. Cards have their menu without it. */

type Dragging = typeof import('./drag.ts');
let loaded: Dragging | undefined;

/** Begins now, or once dragging is there. @returns what ends it */
function once(begin: (drag: Dragging) => End): End {
  if (loaded) return begin(loaded);
  let end: End | undefined;
  let isOver = false;
  import('./drag.ts').then(
    (drag) => {
      loaded = drag;
      if (!isOver) end = begin(drag);
    },
    () => {},
  );
  return () => {
    isOver = true;
    end?.();
  };
}

/** A card that can be dragged, and dropped on. */
export function useDragCard(
  element: RefObject<HTMLElement | null>,
  board: string,
  key: string,
  isOn: boolean,
): void {
  useEffect(() => {
    const card = element.current;
    return card && isOn ? once(({ dragCard }) => dragCard(card, board, key)) : undefined;
  }, [element, board, key, isOn]);
}

/** Something that cards can be dropped on: a column, which scrolls by itself then, or a target. */
export function useDropZone(
  element: RefObject<HTMLElement | null>,
  board: string,
  data: { readonly column: string } | { readonly target: string },
  isOn: boolean,
): void {
  const [kind, key] =
    'column' in data ? (['column', data.column] as const) : (['target', data.target] as const);
  useEffect(() => {
    const zone = element.current;
    return zone && isOn ? once(({ dropZone }) => dropZone(zone, board, kind, key)) : undefined;
  }, [element, board, kind, key, isOn]);
}

/** Follows the drags of a board. @param now what it shows and does now */
export function useDrags(
  element: RefObject<HTMLElement | null>,
  board: string,
  now: RefObject<Drag & { readonly columns: readonly BoardColumn<BoardCard>[] }>,
  isOn: boolean,
): void {
  useEffect(() => {
    const root = element.current;
    if (!root || !isOn) return;
    return once(({ watchDrags }) => watchDrags(root, board, () => now.current));
  }, [element, board, now, isOn]);
}
