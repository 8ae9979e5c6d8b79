import { clsx } from 'clsx';
import { type MouseEvent, memo, type ReactNode, useLayoutEffect, useRef } from 'react';
import { More } from '../icons.tsx';
import type { BoardCard, BoardWords } from './types.ts';
import { useDragCard } from './use-drag.ts';

/** Callbacks of cards, with the same identity for the board's lifetime. */
export interface CardCallbacks {
  readonly board: string;
  readonly href: (card: BoardCard) => string;
  readonly titleLines: () => 1 | 2;
  readonly render: (card: BoardCard) => ReactNode;
  readonly peek: (key: string) => void;
  readonly showMenu: (key: string, at: HTMLElement) => void;
  readonly toggle: (key: string) => void;
  /** True if a card that is mounted or visited should take the focus. */
  readonly wantsFocus: (key: string) => boolean;
}

interface Props {
  readonly acts: CardCallbacks;
  readonly words: BoardWords;
  readonly card: BoardCard;
  /** Render function of the card's content; a new one renders it again. */
  readonly face: unknown;
  readonly canMove: boolean;
  readonly canSelect: boolean;
  readonly isSelected: boolean;
  readonly isDragged: boolean;
  /** True if the dragged card would be inserted before this one. */
  readonly hasLine: boolean;
  /** True if Tab reaches this card. */
  readonly isStop: boolean;
  /** Changes when the card is to take the focus again. */
  readonly visit: number;
}

const corner =
  'inline-flex size-6 items-center justify-center rounded text-muted hover:bg-surface hover:text-text pointer-coarse:size-11';

export const Card = memo(function Card(props: Props) {
  const { acts, words, card, canMove, canSelect, isSelected, isDragged, hasLine, isStop, visit } =
    props;
  const box = useRef<HTMLDivElement>(null);
  const link = useRef<HTMLAnchorElement>(null);
  useDragCard(box, acts.board, card.key, canMove);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per visit
  useLayoutEffect(() => {
    if (acts.wantsFocus(card.key)) link.current?.focus();
  }, [acts, card.key, visit]);
  const tabIndex = isStop ? 0 : -1;
  const isForBrowser = (event: MouseEvent) =>
    event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey;
  const onClick = (event: MouseEvent) => {
    if (isForBrowser(event) || event.defaultPrevented) return;
    event.preventDefault();
    acts.peek(card.key);
  };
  return (
    <div className="relative">
      {hasLine ? <DropLine className="-top-1.5" /> : null}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: for pointers; the link inside serves everyone */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: for pointers; the link inside serves everyone */}
      <div
        ref={box}
        data-card={card.key}
        data-item={card.key}
        onClick={onClick}
        className={clsx(
          'group/card relative flex cursor-pointer flex-col gap-1 rounded-card border bg-raised px-2.5 py-[7px] focus-within:border-accent hover:border-control',
          isSelected ? 'border-accent bg-tint' : 'border-border',
          isDragged && 'opacity-40',
        )}
      >
        <a
          ref={link}
          href={acts.href(card)}
          title={card.name}
          draggable={false}
          tabIndex={tabIndex}
          data-card-link={card.key}
          onClick={onClick}
          className={clsx(
            'break-words font-medium leading-[18px] outline-none pointer-coarse:pr-9',
            acts.titleLines() === 1 ? 'line-clamp-1' : 'line-clamp-2',
          )}
        >
          {card.name}
        </a>
        {/* On a touch screen only the menu is always visible; a long press selects. */}
        <div
          className={clsx(
            'absolute top-1 right-1 flex rounded bg-raised pointer-coarse:-top-1 pointer-coarse:-right-1 pointer-coarse:bg-transparent',
            isSelected ||
              'pointer-fine:opacity-0 focus-within:opacity-100 group-focus-within/card:opacity-100 group-hover/card:opacity-100',
          )}
        >
          {canSelect ? (
            <label
              className={clsx(corner, 'cursor-pointer', isSelected || 'pointer-coarse:hidden')}
            >
              <input
                type="checkbox"
                tabIndex={-1}
                aria-label={words.select({ name: card.name })}
                checked={isSelected}
                onClick={(event) => event.stopPropagation()}
                onChange={() => acts.toggle(card.key)}
                className="size-4"
              />
            </label>
          ) : null}
          <button
            type="button"
            tabIndex={tabIndex}
            aria-haspopup="menu"
            aria-label={words.actions({ name: card.name })}
            onClick={(event) => {
              event.stopPropagation();
              acts.showMenu(card.key, event.currentTarget);
            }}
            className={corner}
          >
            <More />
          </button>
        </div>
        {acts.render(card)}
      </div>
    </div>
  );
});

/** Insertion line of a drag. */
export const DropLine = ({ className }: { readonly className?: string }) => (
  <div
    className={clsx('pointer-events-none absolute inset-x-0 z-10 h-1 rounded bg-accent', className)}
  />
);
