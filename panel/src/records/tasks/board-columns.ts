import type { BoardCard, BoardColumn } from '#panel/ui/Board.tsx';
import type { CachedBoard, Card, ShownColumn } from './board.ts';
import { columnsWith } from './board.ts';

/* Maps a task board to the props of ui/Board. Unchanged columns and cards keep their identity, so they are not rendered again. */

export interface TaskCard extends BoardCard {
  readonly card: Card;
}

const cardCache = new WeakMap<Card, TaskCard>();
function cardFor(card: Card): TaskCard {
  const entry = cardCache.get(card) ?? { key: card.id, name: card.title, card };
  cardCache.set(card, entry);
  return entry;
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
 * @param cache columns of the last render; updated
 * @param dress must be the same function as long as it returns the same for the same column
 */
export function boardColumns(
  board: CachedBoard,
  cards: readonly Card[],
  cache: ColumnCache,
  dress: (column: ShownColumn) => ColumnProps,
): readonly BoardColumn<TaskCard>[] {
  return columnsWith(board, cards).map((boardColumn) => {
    const { key } = boardColumn.column;
    const before = cache.get(key);
    if (before && before.dress === dress && isSame(before.shown, boardColumn)) return before.column;
    const column = {
      ...dress(boardColumn),
      key,
      count: boardColumn.count,
      cards: boardColumn.cards.map(cardFor),
    };
    cache.set(key, { shown: boardColumn, dress, column });
    return column;
  });
}
