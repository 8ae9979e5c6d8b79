import type { BoardCard, BoardColumn } from '#panel/ui/Board.tsx';
import type { CachedBoard, Card, ShownColumn } from './board.ts';
import { columnsWith } from './board.ts';

/* Maps a task board to the props of ui/Board. Unchanged columns and cards keep their identity, so they are not rendered again. */

export interface TaskCard extends BoardCard {
  readonly card: Card;
}

const cardCache = new WeakMap<Card, TaskCard>();
function cardFor(card: Card): TaskCard {
  const known = cardCache.get(card) ?? { key: card.id, name: card.title, card };
  cardCache.set(card, known);
  return known;
}

/** Properties of a column other than its cards. */
type ColumnProps = Omit<BoardColumn<TaskCard>, 'key' | 'cards' | 'count'>;

interface CachedColumn {
  readonly shown: ShownColumn;
  readonly dress: unknown;
  readonly column: BoardColumn<TaskCard>;
}
export type ColumnCache = Map<string, CachedColumn>;

const isSame = (a: ShownColumn, b: ShownColumn) =>
  a.column === b.column &&
  a.cards.length === b.cards.length &&
  a.cards.every((card, i) => card === b.cards[i]);

/**
 * @param kept columns of the last render; updated
 * @param dress must be the same function as long as it returns the same for the same column
 */
export function boardColumns(
  board: CachedBoard,
  cards: readonly Card[],
  kept: ColumnCache,
  dress: (shown: ShownColumn) => ColumnProps,
): readonly BoardColumn<TaskCard>[] {
  return columnsWith(board, cards).map((shown) => {
    const { key } = shown.column;
    const before = kept.get(key);
    if (before && before.dress === dress && isSame(before.shown, shown)) return before.column;
    const column = { ...dress(shown), key, count: shown.count, cards: shown.cards.map(cardFor) };
    kept.set(key, { shown, dress, column });
    return column;
  });
}
