import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element';
import { attachClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/attach-closest-edge';
import { extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/extract-closest-edge';
import { positionAt } from './card-positions.ts';
import type { BoardCard, BoardColumn, CardPosition } from './types.ts';

/* Drag and drop of cards, loaded lazily. Each board has a separate name, so that cards cannot be dropped on another board. */

/** Drop targets under the pointer, innermost first. */
type Over = readonly { readonly data: Record<string | symbol, unknown> }[];

const cardOf = (data: Record<string | symbol, unknown>) => data.card as string;

export type End = () => void;

/** Makes a card draggable, and a drop target for other cards. */
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

/** Makes an element a drop target for cards: a column, which then scrolls automatically, or a target. */
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

/** Insertion place of a card, from the drop targets under the pointer. */
function placeUnder(
  columns: readonly BoardColumn<BoardCard>[],
  card: string,
  over: Over,
): CardPosition | undefined {
  const name = over.find(({ data }) => typeof data.column === 'string')?.data.column;
  const column = columns.find(({ key }) => key === name);
  if (!column) return undefined;
  const others = column.cards.filter(({ key }) => key !== card);
  const on = over.find(({ data }) => typeof data.on === 'string')?.data;
  if (on?.on === card) return undefined;
  const index = others.findIndex(({ key }) => key === on?.on);
  if (!on || index < 0) return positionAt(column, card, others.length);
  return positionAt(column, card, extractClosestEdge(on) === 'top' ? index : index + 1);
}

/** Events of a drag. */
export interface Drag {
  /** The dragged card and its insertion place; both undefined when the drag has ended. */
  readonly onDrag: (card: string | undefined, place: CardPosition | undefined) => void;
  readonly onDrop: (card: string, place: CardPosition) => void;
  readonly onTarget: (card: string, target: string) => void;
}

/** Follows the drags of a board. @param now returns the board's current columns and callbacks */
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
