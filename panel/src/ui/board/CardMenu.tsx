import { useEffect, useLayoutEffect, useRef } from 'react';
import { Arrow } from '../icons.tsx';
import { type MenuItem, MenuList } from '../MenuList.tsx';
import { placeAt, spotOf } from './places.ts';
import type { BoardCard, BoardColumn, BoardWords, Place } from './types.ts';

/** Which menu of which card is open, and what it was opened from. */
export interface OpenMenu {
  readonly key: string;
  readonly page: 'acts' | 'move';
  readonly from: HTMLElement;
}

interface Props {
  readonly words: BoardWords;
  readonly columns: readonly BoardColumn<BoardCard>[];
  readonly open: OpenMenu;
  readonly isSorted: boolean;
  readonly items: readonly MenuItem[];
  readonly onMove: ((place: Place) => void) | undefined;
  readonly show: (menu: OpenMenu | undefined) => void;
  /** Closed by choosing, or Escape. */
  readonly onClose: () => void;
}

const margin = 8;

/** The one menu of a board: what can be done with a card, and where it can go. */
export function CardMenu({ words, columns, open, isSorted, items, onMove, show, onClose }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const { key, page, from } = open;
  const spot = spotOf(columns, key);
  const own = spot && columns[spot.column];
  const card = spot && own?.cards[spot.index];
  useLayoutEffect(() => {
    const menu = box.current;
    if (!menu) return;
    const { bottom, right } = from.getBoundingClientRect();
    const [left, top] = [right - menu.offsetWidth, bottom + 4];
    const within = (at: number, size: number, most: number) =>
      Math.max(margin, Math.min(at, most - size - margin));
    menu.style.left = `${within(left, menu.offsetWidth, innerWidth)}px`;
    menu.style.top = `${within(top, menu.offsetHeight, innerHeight)}px`;
  });
  useEffect(() => {
    const away = (event: Event) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) show(undefined);
    };
    document.addEventListener('pointerdown', away);
    document.addEventListener('scroll', away, true);
    return () => {
      document.removeEventListener('pointerdown', away);
      document.removeEventListener('scroll', away, true);
    };
  }, [show]);
  if (!spot || !own || !card) return null;

  const place = (label: string, index: number): MenuItem => ({
    label,
    act: () => onMove?.(placeAt(own, key, index)),
  });
  const last = isSorted ? spot.index : own.cards.length - 1;
  const first = isSorted ? spot.index : 0;
  const moves: MenuItem[] = [
    ...columns.map(({ key: column, name }) => ({
      label: words.toColumn({ column: name }),
      isChosen: column === own.key,
      act: () => {
        if (column !== own.key) onMove?.({ column });
      },
    })),
    ...(spot.index > first + 1 ? [place(words.toStart, 0)] : []),
    ...(spot.index > first ? [place(words.up, spot.index - 1)] : []),
    ...(spot.index < last ? [place(words.down, spot.index + 1)] : []),
    ...(spot.index < last - 1 ? [place(words.toEnd, last)] : []),
  ];
  const toMoves: MenuItem = {
    label: words.move,
    icon: <Arrow />,
    act: () => show({ key, page: 'move', from }),
  };
  return (
    <div ref={box} className="fixed z-30">
      <MenuList
        key={page}
        label={page === 'move' ? words.move : words.actions({ name: card.name })}
        items={page === 'move' ? moves : onMove ? [toMoves, ...items] : items}
        onClose={onClose}
        onLeave={() => show(undefined)}
      />
    </div>
  );
}
