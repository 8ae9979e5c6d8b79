import { type RefObject, useEffect } from 'react';
import type { Drag, End } from './drag.ts';
import type { BoardCard, BoardColumn } from './types.ts';

/* Loads drag and drop after the board has rendered. Until then cards can be moved by menu. */

type Dragging = typeof import('./drag.ts');
let loaded: Dragging | undefined;

/** Starts now, or once drag and drop has loaded. @returns cleanup function */
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

/** Makes a card draggable, and a drop target for other cards. */
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

/** Makes an element a drop target for cards: a column, which then scrolls automatically, or a target. */
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

/** Follows the drags of a board. @param now the board's current columns and callbacks */
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
