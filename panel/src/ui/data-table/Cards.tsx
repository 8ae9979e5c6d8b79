import { useVirtualizer } from '@tanstack/react-virtual';
import { clsx } from 'clsx';
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react';
import { focusItem, itemAt, itemOf, useRequestedFocus } from '../focusable-items.ts';
import { isTyping } from '../is-typing.ts';
import { useLongPress } from '../long-press.ts';
import { scrolls } from '../scroll-to-start.ts';
import { RowLink } from './RowLink.tsx';
import { handleRowKey, useRowSelection } from './row-keys.ts';
import type { DataColumn, DataTableProps } from './types.ts';

/**
 * Rows of two lines, for phones: the first column is the title, values of the others follow below. A long press selects a card; once one is
 * selected, all have checkboxes, which a screen reader always finds. Keys act as in the grid.
 */
export function Cards<T>(props: DataTableProps<T>) {
  const { label, rows, keyOf, columns, selected, onSelect, onEnd } = props;
  const [first, ...others] = columns;
  const details = others.filter(({ isWide, isPinned }) => !isWide && !isPinned);
  const pinned = others.filter(({ isPinned }) => isPinned);
  const box = useRef<HTMLDivElement>(null);
  const wanted = useRef<string>(undefined);
  const keys = useMemo(() => rows.map(keyOf), [rows, keyOf]);
  const select = useRowSelection(keys, selected, onSelect);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => 61,
    getItemKey: (index) => keys[index] ?? index,
    overscan: 6,
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= rows.length - 20) onEnd?.();
  }, [last, rows.length, onEnd]);
  useRequestedFocus(
    (key) => keys.includes(key),
    (key) => {
      wanted.current = key;
      virtual.scrollToIndex(keys.indexOf(key));
    },
  );
  // The card may first have to be scrolled to and rendered.
  useLayoutEffect(() => {
    const { current: key } = wanted;
    if (key === undefined || !box.current || !focusItem(itemOf(box.current, key))) return;
    wanted.current = undefined;
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const { target, key } = event;
    if (!(target instanceof HTMLElement) || event.altKey || event.defaultPrevented) return;
    if (isTyping(target) || target.closest('[role=menu], dialog')) return;
    // Enter and Space press a control in the card; the card's link represents the card.
    if (key === 'Enter' || (key === ' ' && !target.matches('[data-record]'))) return;
    const row = rows[keys.indexOf(itemAt(target)?.dataset.item ?? '')];
    if (row === undefined || !handleRowKey(event, row, { table: props, keys, select })) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div {...scrolls} ref={box} className="min-h-0 flex-1 overflow-auto">
      <ul
        aria-label={label}
        onKeyDown={onKeyDown}
        className="relative"
        style={{ height: virtual.getTotalSize() }}
      >
        {items.map(({ index, start, key }) => {
          const row = rows[index];
          const rowKey = keys[index];
          if (row === undefined || rowKey === undefined || !first) return null;
          return (
            <li
              key={key}
              data-item={rowKey}
              ref={virtual.measureElement}
              data-index={index}
              aria-setsize={props.total ?? rows.length}
              aria-posinset={index + 1}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start}px)` }}
            >
              <Card
                row={row}
                table={props}
                title={first}
                details={details}
                pinned={pinned}
                isSelected={selected?.has(rowKey) ?? false}
                onToggle={onSelect && (() => select(rowKey, false))}
              />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

interface CardProps<T> {
  readonly row: T;
  readonly table: DataTableProps<T>;
  readonly title: DataColumn<T>;
  readonly details: readonly DataColumn<T>[];
  readonly pinned: readonly DataColumn<T>[];
  readonly isSelected: boolean;
  /** Toggles the selection of the card; undefined if rows cannot be selected. */
  readonly onToggle: (() => void) | undefined;
}

function Card<T>(props: CardProps<T>): ReactNode {
  const { row, table, title, details, pinned, isSelected, onToggle } = props;
  const isSelecting = (table.selected?.size ?? 0) > 0;
  const press = useLongPress(onToggle);
  return (
    <div
      {...press}
      className={clsx(
        'flex gap-2 border-border border-b py-1.5 pointer-coarse:select-none [-webkit-touch-callout:none]',
        isSelected && 'bg-tint',
      )}
    >
      {onToggle ? (
        <label
          className={clsx(
            'control inline-flex aspect-square shrink-0 items-center justify-center',
            !isSelecting && 'sr-only focus-within:not-sr-only',
          )}
        >
          <input
            type="checkbox"
            aria-label={table.words.select({ name: table.nameOf(row) })}
            checked={isSelected}
            onChange={onToggle}
            className="size-5"
          />
        </label>
      ) : null}
      <div className="flex min-w-0 flex-1 flex-col justify-center gap-0.5">
        <div className="min-w-0 font-medium">
          <RowLink row={row} table={table} isTabbable>
            {title.cell(row)}
          </RowLink>
        </div>
        <div className="flex h-5 items-center gap-2 whitespace-nowrap text-meta text-muted">
          <div className="flex h-5 min-w-0 flex-1 flex-wrap items-center gap-x-2 overflow-hidden">
            {details.map((column) => (
              <Value key={column.key} row={row} column={column} className="min-w-0 max-w-[75%]" />
            ))}
          </div>
          {pinned.map((column) => (
            <Value key={column.key} row={row} column={column} className="shrink-0" />
          ))}
        </div>
      </div>
      {table.actions?.(row)}
    </div>
  );
}

interface ValueProps<T> {
  readonly row: T;
  readonly column: DataColumn<T>;
  readonly className: string;
}

/** Value of a card with its name for screen readers; hidden if it is empty. */
function Value<T>({ row, column, className }: ValueProps<T>): ReactNode {
  return (
    <span
      title={column.title}
      className={clsx('flex h-5 items-center truncate has-[[data-value]:empty]:hidden', className)}
    >
      <span className="sr-only">{`${column.title}: `}</span>
      <span data-value className="min-w-0 truncate">
        {column.cell(row)}
      </span>
    </span>
  );
}
