import { Arrow } from '../icons.tsx';
import type { MenuItem } from '../MenuList.tsx';
import { SharedMenu } from '../SharedMenu.tsx';
import { positionAt, spotOf } from './card-positions.ts';
import type { BoardCard, BoardColumn, BoardWords, CardPosition } from './types.ts';

/** Open menu of a card, and its opener. */
export interface OpenMenu {
  readonly key: string;
  readonly page: 'acts' | 'move';
  readonly from: HTMLElement;
}

interface Props {
  readonly words: BoardWords;
  readonly columns: readonly BoardColumn<BoardCard>[];
  readonly open: OpenMenu;
  readonly items: readonly MenuItem[];
  readonly isSorted: boolean;
  readonly onMove: ((place: CardPosition) => void) | undefined;
  readonly show: (menu: OpenMenu | undefined) => void;
  /** Called after a choice or Escape. */
  readonly onClose: () => void;
}

/** Menu shared by all cards of a board: actions, and target columns. */
export function CardMenu(props: Props) {
  const { words, columns, open, items, isSorted, onMove, show, onClose } = props;
  const { key, page, from } = open;
  const spot = spotOf(columns, key);
  const currentColumn = spot && columns[spot.column];
  const card = spot && currentColumn?.cards[spot.index];
  if (!spot || !currentColumn || !card) return null;

  const place = (label: string, index: number): MenuItem => ({
    label,
    act: () => onMove?.(positionAt(currentColumn, key, index)),
  });
  const last = currentColumn.cards.length - 1;
  const within = [
    ...(spot.index > 1 ? [place(words.toStart, 0)] : []),
    ...(spot.index > 0 ? [place(words.up, spot.index - 1)] : []),
    ...(spot.index < last ? [place(words.down, spot.index + 1)] : []),
    ...(spot.index < last - 1 ? [place(words.toEnd, last)] : []),
  ];
  const moves: MenuItem[] = [
    ...columns.map(({ key: column, name }) => ({
      label: words.toColumn({ column: name }),
      isChosen: column === currentColumn.key,
      act: () => {
        if (column !== currentColumn.key) onMove?.({ column });
      },
    })),
    ...(isSorted ? [] : within),
  ];
  const toMoves: MenuItem = {
    label: words.move,
    icon: <Arrow />,
    act: () => show({ key, page: 'move', from }),
  };
  const acts = onMove ? [toMoves, ...items] : items;
  return (
    <SharedMenu
      key={page}
      label={page === 'move' ? words.move : words.actions({ name: card.name })}
      items={page === 'move' ? moves : acts}
      from={from}
      onClose={onClose}
      onLeave={() => show(undefined)}
    />
  );
}
