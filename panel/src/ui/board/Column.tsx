import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { clsx } from 'clsx';
import { memo, useId, useRef } from 'react';
import { Check, Plus, Warning } from '../icons.tsx';
import { scrolls } from '../scroll-to-start.ts';
import { Card, type CardCallbacks, DropLine } from './Card.tsx';
import type { BoardCard, BoardColumn, BoardWords, CardPosition } from './types.ts';
import { useDropZone } from './use-drag.ts';

interface Props {
  readonly acts: CardCallbacks;
  readonly words: BoardWords;
  readonly column: BoardColumn<BoardCard>;
  /** Number of faint cards in place of words, if the whole board is empty. */
  readonly ghosts: number | undefined;
  readonly face: unknown;
  readonly canMove: boolean;
  readonly onAdd: ((column: string) => void) | undefined;
  readonly selected: ReadonlySet<string> | undefined;
  /** The last visited card, if it is in this column. */
  readonly current: string | undefined;
  readonly visit: number;
  readonly dragged: string | undefined;
  /** Insertion place of the dragged card in this column. */
  readonly line: CardPosition | undefined;
}

const gap = 6;

export const Column = memo(function Column(props: Props) {
  const { acts, words, column, ghosts, face, canMove, onAdd, selected, current, visit, dragged } =
    props;
  const { line } = props;
  const { key, name, cards, count, limit } = column;
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  useDropZone(scroller, acts.board, { column: key }, canMove);
  // The focused and the dragged card stay rendered at any scroll position.
  const mounted = [current, dragged]
    .map((held) => (held === undefined ? -1 : cards.findIndex((card) => card.key === held)))
    .filter((index) => index >= 0);
  const virtual = useVirtualizer({
    count: cards.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 78,
    getItemKey: (index) => cards[index]?.key ?? index,
    gap,
    overscan: 4,
    useFlushSync: false,
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), ...mounted])].sort((a, b) => a - b),
  });
  const items = virtual.getVirtualItems();
  const stop =
    mounted.length > 0 && current !== undefined ? current : cards[items[0]?.index ?? 0]?.key;
  const isOver = limit !== null && limit !== undefined && count > limit;
  const height = virtual.getTotalSize();
  return (
    <section
      aria-labelledby={id}
      // A phone shows one column and the edge of the next, to be swiped.
      className="flex h-full w-[280px] shrink-0 flex-col rounded-card bg-surface max-sm:w-[calc(100%-28px)] max-sm:snap-start"
    >
      <header className="flex h-9 shrink-0 items-center gap-2 pr-1 pl-3">
        <h2 id={id} title={name} className="min-w-0 max-w-[180px] truncate font-semibold">
          {name}
        </h2>
        {column.isClosed ? (
          <span className="text-ok" title={words.closed}>
            <Check />
            <span className="sr-only">{words.closed}</span>
          </span>
        ) : null}
        <span className={clsx('whitespace-nowrap', isOver ? 'text-warn' : 'text-muted')}>
          {limit === null || limit === undefined ? count : words.withLimit({ count, limit })}
        </span>
        {column.about ? (
          <div className="ml-auto max-w-1/2 shrink-0 truncate text-meta text-muted">
            {column.about}
          </div>
        ) : null}
        {onAdd && column.canAdd !== false ? (
          <button
            type="button"
            aria-label={words.add({ column: name })}
            onClick={() => onAdd(key)}
            className={clsx(
              'inline-flex size-7 shrink-0 items-center justify-center rounded text-muted hover:bg-raised hover:text-text pointer-coarse:size-11',
              column.about ? undefined : 'ml-auto',
            )}
          >
            <Plus />
          </button>
        ) : null}
      </header>
      {isOver ? (
        <p className="flex items-center gap-1 px-3 text-meta text-warn">
          <Warning size={12} /> {words.overLimit}
        </p>
      ) : null}
      <div
        {...scrolls}
        ref={scroller}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-1.5 pt-1 pb-[calc(8px+var(--bar,0px))]"
      >
        {cards.length > 0 ? null : ghosts === undefined ? (
          <p className="px-1 py-2 text-meta text-muted">{words.none}</p>
        ) : (
          <div aria-hidden="true" className="ghost ghost-cards" style={{ height: ghosts * 56 }} />
        )}
        {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the list role from lists without bullets */}
        <ul role="list" aria-labelledby={id} className="relative" style={{ height }}>
          {items.map(({ index, start, key: item }) => {
            const card = cards[index];
            if (!card) return null;
            return (
              <li
                key={item}
                ref={virtual.measureElement}
                data-index={index}
                aria-setsize={cards.length}
                aria-posinset={index + 1}
                className="absolute inset-x-0 top-0"
                style={{ transform: `translateY(${start}px)` }}
              >
                <Card
                  acts={acts}
                  words={words}
                  card={card}
                  face={face}
                  canMove={canMove}
                  canSelect={selected !== undefined}
                  isSelected={selected?.has(card.key) ?? false}
                  isDragged={card.key === dragged}
                  hasLine={line?.before === card.key}
                  isStop={card.key === stop}
                  visit={card.key === current ? visit : 0}
                />
              </li>
            );
          })}
        </ul>
        {line && line.before === undefined ? (
          <div className="relative">
            <DropLine className="top-0.5" />
          </div>
        ) : null}
        {column.foot ? <div className="px-1 pt-3 text-meta text-muted">{column.foot}</div> : null}
      </div>
    </section>
  );
});
