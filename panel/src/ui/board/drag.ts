import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element';
import { attachClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/attach-closest-edge';
import { extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/extract-closest-edge';
import { type RefObject, useEffect } from 'react';
import { placeAt } from './places.ts';
import type { BoardCard, BoardColumn, Place } from './types.ts';

/*
 * Dragging cards. Each board has a name of its own: cards of one are not dropped on another.
 */

/** What lies under the pointer: the innermost first. */
type Over = readonly { readonly data: Record<string | symbol, unknown> }[];

const cardOf = (data: Record<string | symbol, unknown>) => data.card as string;

/** A card that can be dragged, and dropped on. */
export function useDragCard(
  element: RefObject<HTMLElement | null>,
  board: string,
  key: string,
  isOn: boolean,
): void {
  useEffect(() => {
    const card = element.current;
    if (!card || !isOn) return;
    return combine(
      draggable({ element: card, getInitialData: () => ({ board, card: key }) }),
      dropTargetForElements({
        element: card,
        canDrop: ({ source }) => source.data.board === board,
        getData: ({ input, element }) =>
          attachClosestEdge({ on: key }, { input, element, allowedEdges: ['top', 'bottom'] }),
      }),
    );
  }, [element, board, key, isOn]);
}

/** Something that cards can be dropped on: a column, which scrolls by itself then, or a target. */
export function useDropZone(
  element: RefObject<HTMLElement | null>,
  board: string,
  data: { readonly column: string } | { readonly target: string },
  isOn: boolean,
): void {
  const [[kind, key] = ['', '']] = Object.entries(data);
  useEffect(() => {
    const zone = element.current;
    if (!zone || !isOn) return;
    return combine(
      dropTargetForElements({
        element: zone,
        canDrop: ({ source }) => source.data.board === board,
        getData: () => ({ [kind]: key }),
        onDragEnter: () => zone.setAttribute('data-over', ''),
        onDragLeave: () => zone.removeAttribute('data-over'),
        onDrop: () => zone.removeAttribute('data-over'),
      }),
      ...(kind === 'column' ? [autoScrollForElements({ element: zone })] : []),
    );
  }, [element, board, kind, key, isOn]);
}

/** Where a card would go, from what lies under the pointer. */
function placeUnder(
  columns: readonly BoardColumn<BoardCard>[],
  card: string,
  over: Over,
): Place | undefined {
  const name = over.find(({ data }) => typeof data.column === 'string')?.data.column;
  const column = columns.find(({ key }) => key === name);
  if (!column) return undefined;
  const others = column.cards.filter(({ key }) => key !== card);
  const on = over.find(({ data }) => typeof data.on === 'string')?.data;
  if (on?.on === card) return undefined;
  const index = others.findIndex(({ key }) => key === on?.on);
  if (!on || index < 0) return placeAt(column, card, others.length);
  return placeAt(column, card, extractClosestEdge(on) === 'top' ? index : index + 1);
}

/** What a drag tells. */
export interface Drag {
  /** The card that is dragged, and where it would go; both undefined when the drag is over. */
  readonly onDrag: (card: string | undefined, place: Place | undefined) => void;
  readonly onDrop: (card: string, place: Place) => void;
  readonly onTarget: (card: string, target: string) => void;
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
    return combine(
      autoScrollForElements({ element: root }),
      monitorForElements({
        canMonitor: ({ source }) => source.data.board === board,
        onDragStart: ({ source }) => now.current.onDrag(cardOf(source.data), undefined),
        onDrag({ source, location }) {
          const card = cardOf(source.data);
          const over = location.current.dropTargets;
          now.current.onDrag(card, placeUnder(now.current.columns, card, over));
        },
        onDrop({ source, location }) {
          const card = cardOf(source.data);
          const over = location.current.dropTargets;
          const target = over.find(({ data }) => typeof data.target === 'string')?.data.target;
          const place = placeUnder(now.current.columns, card, over);
          now.current.onDrag(undefined, undefined);
          if (typeof target === 'string') now.current.onTarget(card, target);
          else if (place) now.current.onDrop(card, place);
        },
      }),
    );
  }, [element, board, now, isOn]);
}
