import {
  type FocusEvent,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { cardSuccessor, type LostFocus, spotOf } from './card-positions.ts';
import type { BoardCard, BoardColumn } from './types.ts';

/** Last visited card; a new visit number focuses it again. */
interface Current {
  readonly key: string;
  readonly visit: number;
}

/**
 * Keeps the focus of a board by card key: a card that moves to another column is mounted again and a deleted one is unmounted, which would
 * lose the focus.
 * @param seen rendered columns
 */
export function useCardFocus(
  root: RefObject<HTMLElement | null>,
  seen: readonly BoardColumn<BoardCard>[],
  hasMenu: boolean,
) {
  const [current, setCurrent] = useState<Current>();
  /** Card that has the focus, or takes it once it is mounted. */
  const wanted = useRef<string>(undefined);
  const wantedAt = useRef<LostFocus>(undefined);
  const isMenuOpen = useRef(false);
  isMenuOpen.current = hasMenu;

  const goTo = (key: string) => {
    wanted.current = key;
    setCurrent((before) => ({ key, visit: (before?.visit ?? 0) + 1 }));
  };
  useLayoutEffect(() => {
    if (wanted.current === undefined) return;
    const spot = spotOf(seen, wanted.current);
    const isLost = document.activeElement === document.body || !document.activeElement;
    const column = spot && seen[spot.column];
    if (column)
      wantedAt.current = {
        key: wanted.current,
        column: column.key,
        order: column.cards.map(({ key }) => key),
      };
    else if (isLost && wantedAt.current) {
      const heir = cardSuccessor(seen, wantedAt.current);
      wanted.current = heir;
      if (heir !== undefined)
        setCurrent((before) => ({ key: heir, visit: (before?.visit ?? 0) + 1 }));
    }
  });
  return {
    current,
    goTo,
    /** Returns the focus to the card after its menu has closed. */
    closeMenu(key: string) {
      isMenuOpen.current = false;
      goTo(key);
    },
    wantsFocus: useCallback((key: string) => wanted.current === key && !isMenuOpen.current, []),
    onFocus({ target }: FocusEvent) {
      const key = target.closest<HTMLElement>('[data-card]')?.dataset.card;
      if (key === undefined) return;
      wanted.current = key;
      setCurrent((before) => (before?.key === key ? before : { key, visit: before?.visit ?? 0 }));
    },
    onBlur({ relatedTarget }: FocusEvent) {
      if (!root.current?.contains(relatedTarget)) wanted.current = undefined;
    },
  };
}
