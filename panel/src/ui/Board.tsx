import { type KeyboardEvent, type ReactNode, useId, useMemo, useRef, useState } from 'react';
import type { CardCallbacks } from './board/Card.tsx';
import { CardMenu, type OpenMenu } from './board/CardMenu.tsx';
import { Column } from './board/Column.tsx';
import { indexOf, isAtPosition, spotOf, stepFrom } from './board/card-positions.ts';
import { DropTargets } from './board/DropTargets.tsx';
import { useCardFocus } from './board/focus.ts';
import type {
  BoardCard,
  BoardColumn,
  BoardWords,
  CardPosition,
  DropTarget,
} from './board/types.ts';
import { useDrags } from './board/use-drag.ts';
import { usePhone } from './board/use-phone.ts';
import { itemAt, useRequestedFocus } from './focusable-items.ts';
import { isTyping } from './is-typing.ts';
import type { MenuItem } from './MenuList.tsx';

export type { BoardCard, BoardColumn, CardPosition, DropTarget } from './board/types.ts';

interface Props<C extends BoardCard> {
  readonly label: string;
  /** Unchanged columns and cards should keep their identity, so that they are not rendered again. */
  readonly columns: readonly BoardColumn<C>[];
  readonly words: BoardWords;
  /** True to draw faint cards in the columns of an empty board. */
  readonly hasGhosts?: boolean;
  /** URL of a card's record. */
  readonly href: (card: C) => string;
  /** Renders a card below its title; must keep its identity while its output is the same. */
  readonly card: (card: C) => ReactNode;
  /** Lines of a card's title, two if absent. */
  readonly titleLines?: 1 | 2;
  /** Further menu items of a card. */
  readonly items: (card: C) => readonly MenuItem[];
  /** Absent if cards cannot be moved. Returns false if it asks for confirmation first; the card has not moved then. */
  readonly onMove?: ((key: string, place: CardPosition) => unknown) | undefined;
  /** Called instead if cards cannot be moved, so that a drop or `m` explains why. */
  readonly onRefuse?: (() => void) | undefined;
  /** True if columns are sorted: cards only move between columns. */
  readonly isSorted?: boolean;
  readonly onAdd?: ((column: string) => void) | undefined;
  readonly onOpen: (key: string) => void;
  readonly onPeek: (key: string) => void;
  readonly selected?: ReadonlySet<string> | undefined;
  readonly onSelect?: ((selected: ReadonlySet<string>) => void) | undefined;
  /** Shown while a card is dragged. */
  readonly targets?: readonly DropTarget[];
  readonly onTarget?: (key: string, target: string) => void;
  /** True if single-letter shortcuts act. */
  readonly hasLetters?: boolean;
  /** Called with keys on a card that the board does not handle. */
  readonly onKey?: (card: C, event: KeyboardEvent) => void;
  /** Sets its height. */
  readonly className?: string;
}

/**
 * Columns of cards, of which only the visible part is rendered. Cards are moved by dragging, by menu or with `m`; arrows, `j` and `k` move
 * the focus, Enter opens, Space peeks, `x` selects.
 */
export function Board<C extends BoardCard>(props: Props<C>) {
  const { label, columns, words, items, onAdd, selected, targets = [] } = props;
  const {
    hasLetters = true,
    isSorted = false,
    className = 'h-[calc(100dvh-176px)] min-h-80',
  } = props;
  const board = useId();
  const root = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const [announcement, say] = useState('');
  const [menu, showMenu] = useState<OpenMenu>();
  const [drag, setDrag] = useState<{
    readonly card: string;
    readonly place: CardPosition | undefined;
  }>();
  const isPhone = usePhone();

  const focus = useCardFocus(root, columns, menu !== undefined);
  const { current, goTo } = focus;
  const move = (key: string, place: CardPosition) => {
    const column = columns.find((each) => each.key === place.column);
    const spot = spotOf(columns, key);
    const name = spot && columns[spot.column]?.cards[spot.index]?.name;
    goTo(key);
    if (props.onRefuse && column && columns[spot?.column ?? -1] !== column) props.onRefuse();
    if (!props.onMove || !column || name === undefined || isAtPosition(columns, key, place)) return;
    if (isSorted && columns[spot?.column ?? -1] === column) return;
    if (props.onMove(key, place) === false) return;
    const of = column.cards.filter((card) => card.key !== key).length + 1;
    say(words.moved({ name, column: column.name, place: indexOf(column, key, place) + 1, of }));
  };
  const toggle = (key: string) => {
    const next = new Set(selected);
    if (!next.delete(key)) next.add(key);
    props.onSelect?.(next);
  };

  const now = {
    props,
    columns,
    goTo,
    toggle,
    onDrag: (card: string | undefined, place: CardPosition | undefined) =>
      setDrag((before) => {
        if (card === undefined) return undefined;
        const isSame =
          before?.card === card && JSON.stringify(before.place) === JSON.stringify(place);
        return isSame ? before : { card, place };
      }),
    onDrop: move,
    onTarget: (card: string, target: string) => props.onTarget?.(card, target),
  };
  const latest = useRef(now);
  latest.current = now;
  const acts = useMemo((): CardCallbacks => {
    const props = () => latest.current.props;
    return {
      board,
      // Cards come from these props.
      href: (card) => props().href(card as C),
      titleLines: () => props().titleLines ?? 2,
      render: (card) => props().card(card as C),
      peek: (key) => props().onPeek(key),
      showMenu: (key, from) => showMenu({ key, page: 'acts', from }),
      toggle: (key) => latest.current.toggle(key),
      wantsFocus: focus.wantsFocus,
    };
  }, [board, focus.wantsFocus]);
  useRequestedFocus((key) => cardIn(columns, key) !== undefined, goTo);
  const canMove = props.onMove !== undefined;
  const canDrag = canMove || props.onRefuse !== undefined;
  useDrags(scroller, board, latest, canDrag);

  const onKeyDown = (event: KeyboardEvent) => {
    const { target } = event;
    if (!(target instanceof HTMLElement) || event.defaultPrevented || isTyping(target)) return;
    if (target.closest('[role=menu], dialog')) return;
    const key = itemAt(target)?.dataset.item;
    const card = key === undefined ? undefined : cardIn(columns, key);
    if (!card || event.ctrlKey || event.metaKey || event.altKey) return;
    // Enter and Space press a card's controls.
    const isControl = target.dataset.cardLink === undefined;
    if (isControl && (event.key === 'Enter' || event.key === ' ')) return;
    const isLetter = event.key.length === 1 && event.key !== ' ';
    const isSelecting = selected !== undefined && selected.size > 0;
    if (isLetter && !hasLetters) return;
    const next = stepFrom(columns, card.key, event.key);
    if (next !== undefined) goTo(next);
    else if (event.key === 'Enter') props.onOpen(card.key);
    else if (event.key === ' ') props.onPeek(card.key);
    else if (event.key === 'x' && props.onSelect) toggle(card.key);
    else if (event.key === 'm' && canMove && !isSelecting)
      showMenu({ key: card.key, page: 'move', from: target });
    else if (event.key === 'm' && props.onRefuse && !isSelecting) props.onRefuse();
    else if (event.key === 'ContextMenu') showMenu({ key: card.key, page: 'acts', from: target });
    else if (event.key === 'Escape' && isSelecting) props.onSelect?.(new Set());
    else if (!/^(Arrow|Home$|End$|[jk]$)/.test(event.key)) {
      // While cards are selected, keys act on all of them or on none.
      if (!isSelecting) props.onKey?.(card, event);
      return;
    }
    event.preventDefault();
  };
  const lineAt = (place: CardPosition): CardPosition =>
    isSorted ? { column: place.column } : place;
  const menuCard = menu && cardIn(columns, menu.key);
  return (
    <section
      ref={root}
      aria-label={label}
      onKeyDown={onKeyDown}
      onFocus={focus.onFocus}
      onBlur={focus.onBlur}
      className={`relative flex flex-col gap-2 ${className}`}
    >
      <div
        ref={scroller}
        className="relative flex min-h-0 flex-1 gap-2 overflow-x-auto overflow-y-hidden max-sm:snap-x max-sm:snap-mandatory"
      >
        {columns.map((column, index) => {
          const hasCurrent = current && column.cards.some(({ key }) => key === current.key);
          return (
            <Column
              key={column.key}
              acts={acts}
              words={words}
              column={column}
              ghosts={props.hasGhosts ? Math.max(0, 3 - index) : undefined}
              face={props.card}
              canMove={canDrag}
              onAdd={onAdd}
              selected={props.onSelect ? selected : undefined}
              current={hasCurrent ? current.key : undefined}
              visit={hasCurrent ? current.visit : 0}
              dragged={drag?.card}
              line={canMove && drag?.place?.column === column.key ? lineAt(drag.place) : undefined}
            />
          );
        })}
      </div>
      {drag ? (
        <DropTargets
          board={board}
          label={words.targets}
          targets={targets}
          columns={isPhone ? columns.filter((column) => !hasCard(column, drag.card)) : []}
        />
      ) : null}
      {menu && menuCard ? (
        <CardMenu
          words={words}
          columns={columns}
          open={menu}
          isSorted={isSorted}
          items={items(menuCard)}
          onMove={canMove ? (place) => move(menu.key, place) : undefined}
          show={showMenu}
          onClose={() => {
            showMenu(undefined);
            focus.closeMenu(menu.key);
          }}
        />
      ) : null}
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </section>
  );
}

const hasCard = ({ cards }: BoardColumn<BoardCard>, key: string) =>
  cards.some((card) => card.key === key);

function cardIn<C extends BoardCard>(columns: readonly BoardColumn<C>[], key: string) {
  const spot = spotOf(columns, key);
  return spot && columns[spot.column]?.cards[spot.index];
}
