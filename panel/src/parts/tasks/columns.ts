import type { Card, KnownBoard, ShownColumn } from '../../data/tasks/board.ts';
import { columnsWith } from '../../data/tasks/board.ts';
import type { BoardCard, BoardColumn } from '../../ui/Board.tsx';

/*
 * A board of tasks as ui/Board shows it. What did not change is the same object: it is not drawn again.
 */

export interface TaskCard extends BoardCard {
  readonly card: Card;
}

const made = new WeakMap<Card, TaskCard>();
function cardFor(card: Card): TaskCard {
  const known = made.get(card) ?? { key: card.id, name: card.title, card };
  made.set(card, known);
  return known;
}

/** What stands at a column, beside its cards. */
type Dressed = Omit<BoardColumn<TaskCard>, 'key' | 'cards' | 'count'>;

interface Kept {
  readonly shown: ShownColumn;
  readonly dress: unknown;
  readonly column: BoardColumn<TaskCard>;
}
export type KeptColumns = Map<string, Kept>;

const isSame = (a: ShownColumn, b: ShownColumn) =>
  a.column === b.column &&
  a.cards.length === b.cards.length &&
  a.cards.every((card, i) => card === b.cards[i]);

/**
 * @param kept those that were shown last; is kept up to date
 * @param dress the same function as long as it says the same of the same column
 */
export function boardColumns(
  board: KnownBoard,
  cards: readonly Card[],
  kept: KeptColumns,
  dress: (shown: ShownColumn) => Dressed,
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
