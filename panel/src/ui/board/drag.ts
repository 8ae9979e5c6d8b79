import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element';
import { attachClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/attach-closest-edge';
import { extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/extract-closest-edge';
import { placeAt } from './places.ts';
import type { BoardCard, BoardColumn, Place } from './types.ts';

/*
 * Dragging cards, loaded after what is dragged. Each board has a name of its own: cards of one are not dropped on another.
 */

/** What lies under the pointer: the innermost first. */
type Over = readonly { readonly data: Record<string | symbol, unknown> }[];

const cardOf = (data: Record<string | symbol, unknown>) => data.card as string;

export type End = () => void;

/** A card that can be dragged, and dropped on. */
export const dragCard = (element: HTMLElement, board: string, key: string): End =>
  combine(
    draggable({ element, getInitialData: () => ({ board, card: key }) }),
    dropTargetForElements({
      element,
      canDrop: ({ source }) => source.data.board === board,
      getData: ({ input, element }) =>
        attachClosestEdge({ on: key }, { input, element, allowedEdges: ['top', 'bottom'] }),
    }),
  );

/** Something that cards can be dropped on: a column, which scrolls by itself then, or a target. */
export const dropZone = (
  element: HTMLElement,
  board: string,
  kind: 'column' | 'target',
  key: string,
): End =>
  combine(
    dropTargetForElements({
      element,
      canDrop: ({ source }) => source.data.board === board,
      getData: () => ({ [kind]: key }),
      onDragEnter: () => element.setAttribute('data-over', ''),
      onDragLeave: () => element.removeAttribute('data-over'),
      onDrop: () => element.removeAttribute('data-over'),
    }),
    ...(kind === 'column' ? [autoScrollForElements({ element })] : []),
  );

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
export const watchDrags = (
  element: HTMLElement,
  board: string,
  now: () => Drag & { readonly columns: readonly BoardColumn<BoardCard>[] },
): End =>
  combine(
    autoScrollForElements({ element }),
    monitorForElements({
      canMonitor: ({ source }) => source.data.board === board,
      onDragStart: ({ source }) => now().onDrag(cardOf(source.data), undefined),
      onDrag({ source, location }) {
        const card = cardOf(source.data);
        now().onDrag(card, placeUnder(now().columns, card, location.current.dropTargets));
      },
      onDrop({ source, location }) {
        const card = cardOf(source.data);
        const over = location.current.dropTargets;
        const target = over.find(({ data }) => typeof data.target === 'string')?.data.target;
        const place = placeUnder(now().columns, card, over);
        now().onDrag(undefined, undefined);
        if (typeof target === 'string') now().onTarget(card, target);
        else if (place) now().onDrop(card, place);
      },
    }),
  );
