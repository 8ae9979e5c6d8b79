import { successorIn } from '../focus-successor.ts';
import type { BoardCard, BoardColumn, CardPosition } from './types.ts';

/* Positions of cards, and their targets. */

type Columns = readonly BoardColumn<BoardCard>[];

/** Position of a card: index of its column in the board, and its index in the column. */
interface Spot {
  readonly column: number;
  readonly index: number;
}

export function spotOf(columns: Columns, key: string): Spot | undefined {
  for (const [column, { cards }] of columns.entries()) {
    const index = cards.findIndex((card) => card.key === key);
    if (index >= 0) return { column, index };
  }
  return undefined;
}

/**
 * Place of a card among the others of a column.
 * @param index its new index
 */
export function positionAt(
  { key: column, cards }: BoardColumn<BoardCard>,
  key: string,
  index: number,
): CardPosition {
  const others = cards.filter((card) => card.key !== key);
  const at = Math.max(0, Math.min(index, others.length));
  const [after, before] = [others[at - 1]?.key, others[at]?.key];
  return {
    column,
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
  };
}

/** Index of the card at that place. */
export function indexOf(
  { cards }: BoardColumn<BoardCard>,
  key: string,
  place: CardPosition,
): number {
  const others = cards.filter((card) => card.key !== key);
  const before = others.findIndex((card) => card.key === place.before);
  if (before >= 0) return before;
  const after = others.findIndex((card) => card.key === place.after);
  return after >= 0 ? after + 1 : others.length;
}

/** True if a card is already at a place. */
export function isAtPosition(columns: Columns, key: string, place: CardPosition): boolean {
  const spot = spotOf(columns, key);
  const column = spot && columns[spot.column];
  if (!column || column.key !== place.column) return false;
  return indexOf(column, key, place) === spot.index;
}

/** Card that a key leads to; undefined if there is none. */
export function stepFrom(columns: Columns, key: string, pressed: string): string | undefined {
  const spot = spotOf(columns, key);
  const cards = spot && columns[spot.column]?.cards;
  if (!cards) return undefined;
  switch (pressed) {
    case 'ArrowDown':
    case 'j':
      return cards[spot.index + 1]?.key;
    case 'ArrowUp':
    case 'k':
      return cards[spot.index - 1]?.key;
    case 'Home':
      return cards[0]?.key;
    case 'End':
      return cards.at(-1)?.key;
    case 'ArrowRight':
      return cardInNextColumn(columns.slice(spot.column + 1), spot.index);
    case 'ArrowLeft':
      return cardInNextColumn(columns.slice(0, spot.column).reverse(), spot.index);
    default:
      return undefined;
  }
}

/** Card at the same index in the first non-empty column. */
function cardInNextColumn(columns: Columns, index: number): string | undefined {
  const cards = columns.find(({ cards }) => cards.length > 0)?.cards;
  return cards?.[Math.min(index, cards.length - 1)]?.key;
}

/** Card that had the focus, with the keys of its column at that time. */
export interface LostFocus {
  readonly key: string;
  readonly column: string;
  readonly order: readonly string[];
}

/** Successor of a removed card. */
export function cardSuccessor(
  columns: Columns,
  { key, column, order }: LostFocus,
): string | undefined {
  const there = new Set(columns.find((each) => each.key === column)?.cards.map(({ key }) => key));
  return successorIn(order, key, (each) => there.has(each));
}
