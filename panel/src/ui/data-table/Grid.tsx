// biome-ignore-all lint/a11y/useSemanticElements: a native table cannot leave rows out
// biome-ignore-all lint/a11y/useFocusableInteractive: one cell of the grid has the focus

import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { successorIn } from '../focus-successor.ts';
import { itemAt, useRequestedFocus } from '../focusable-items.ts';
import { isTyping } from '../is-typing.ts';
import { scrolls } from '../scroll-to-start.ts';
import { cellAfter, nextEditable } from './cell-navigation.ts';
import { Head } from './Head.tsx';
import { Row, type RowCallbacks } from './Row.tsx';
import { handleRowKey, useRowSelection } from './row-keys.ts';
import type { DataTableProps } from './types.ts';

const isCoarse = matchMedia('(pointer: coarse)').matches;
const rowHeight = isCoarse ? 44 : 36;
/** Number of rows before the end of the loaded ones at which more are requested, so that scrolling never waits. */
const prefetchRows = 60;

const nothing: ReadonlySet<string> = new Set();

interface At {
  readonly key: string;
  readonly column: number;
}

export function Grid<T>(props: DataTableProps<T>) {
  const { label, words, rows, keyOf, nameOf, columns, total, onSelect, onEnd, actions } = props;
  const { selected = nothing, hasLetters = true, kind, href, onPeek, onOpen } = props;
  const box = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<At>();
  const [editing, setEditing] = useState<At>();
  const wantsFocus = useRef(false);
  const keys = useMemo(() => rows.map(keyOf), [rows, keyOf]);
  const places = useMemo(() => new Map(keys.map((key, index) => [key, index])), [keys]);
  // If the active row is removed, its successor becomes active.
  const order = useRef(keys);
  const heir =
    active && !places.has(active.key)
      ? successorIn(order.current, active.key, (key) => places.has(key))
      : active?.key;
  const activeRow = Math.max(0, places.get(heir ?? '') ?? 0);
  if (heir === active?.key) order.current = keys;
  const activeColumn = Math.min(active?.column ?? 0, columns.length - 1);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => keys[index] ?? index,
    overscan: 8,
    scrollPaddingStart: 32,
    // The active row stays rendered, because unmounting it would lose the focus.
    rangeExtractor: (range) => {
      const seen = defaultRangeExtractor(range);
      return seen.includes(activeRow) || activeRow >= rows.length ? seen : [activeRow, ...seen];
    },
  });
  const items = virtual.getVirtualItems();
  const last = Math.max(0, ...items.map(({ index }) => index));
  useEffect(() => {
    if (last >= rows.length - prefetchRows) onEnd?.();
  }, [last, rows.length, onEnd]);
  // The active row may first have to be scrolled to and rendered.
  useLayoutEffect(() => {
    if (!wantsFocus.current || editing) return;
    const place = `${keys[activeRow]} ${activeColumn}`;
    const cell = box.current?.querySelector<HTMLElement>(`[data-cell="${place}"]`);
    if (!cell) return;
    wantsFocus.current = false;
    cell.focus({ preventScroll: true });
    cell.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });

  const goTo = (row: number, column: number) => {
    wantsFocus.current = true;
    virtual.scrollToIndex(row);
    setActive({ key: keys[row] ?? '', column });
  };
  useRequestedFocus(
    (key) => places.has(key),
    (key) => goTo(places.get(key) ?? 0, 0),
  );
  // Callbacks keep their identity, so that rows render only when they change.
  const now = useRef(props);
  now.current = props;
  const select = useRowSelection(keys, selected, onSelect);
  const acts = useMemo<RowCallbacks>(
    () => ({
      toggle: select,
      edit: (key, column) => {
        setActive({ key, column });
        setEditing({ key, column });
      },
      endEdit: (key, column, step) => {
        const next = step === 0 ? undefined : nextEditable(now.current.columns, column, step);
        wantsFocus.current = next === undefined;
        setActive({ key, column: next ?? column });
        setEditing(next === undefined ? undefined : { key, column: next });
      },
    }),
    [select],
  );

  const onKeyDown = (event: KeyboardEvent) => {
    const { target, key, shiftKey } = event;
    if (!(target instanceof HTMLElement) || event.altKey || event.defaultPrevented) return;
    if (isTyping(target) || target.closest('[role=menu], dialog')) return;
    const cellKey = itemAt(target)?.dataset.item ?? '';
    const at = places.get(cellKey);
    const row = rows[at ?? -1];
    if (at === undefined || row === undefined) return;
    const cell = target.closest<HTMLElement>('[data-cell]');
    const column = Number(cell?.dataset.cell?.split(' ')[1] ?? activeColumn);
    // Enter and Space press a control in the row; the row's link represents the row.
    const isControl = target !== cell && !target.matches('[data-record]');
    if (isControl && (key === 'Enter' || key === ' ')) return;
    const ctrl = event.ctrlKey || event.metaKey;
    const to = cellAfter(
      { key, ctrl, letters: hasLetters },
      { row: at, column },
      rows.length,
      columns.length,
      Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / rowHeight) - 2),
    );
    if (to) {
      if (shiftKey && onSelect && to.row !== at) {
        const target = keys[to.row];
        const from = selected.has(cellKey) ? undefined : cellKey;
        if (target !== undefined) select(target, true, from);
      }
      goTo(to.row, to.column);
    } else if (key === 'Enter' || key === 'F2') {
      if (columns[column]?.edit && (column > 0 || key === 'F2')) acts.edit(cellKey, column);
      else if (key === 'Enter') onOpen?.(row);
    } else if (!handleRowKey(event, row, { table: props, keys, select })) return;
    event.preventDefault();
    event.stopPropagation();
  };

  const link = useMemo(
    () => ({ kind, href, keyOf, onPeek, onOpen }),
    [kind, href, keyOf, onPeek, onOpen],
  );
  const template = useMemo(
    () =>
      [
        ...(onSelect ? ['40px'] : []),
        ...columns.map(({ width = 140 }, at) => {
          const share = at === 0 ? 4 : width < 150 ? 1 : 2;
          return `minmax(${width}px, ${share}fr)`;
        }),
        ...(actions ? ['44px'] : []),
      ].join(' '),
    [columns, onSelect, actions],
  );
  const ends = (onSelect ? 40 : 0) + (actions ? 44 : 0);
  const least = columns.reduce((sum, { width = 140 }) => sum + width, ends);
  const chosen = selected.size === 0 ? 'none' : selected.size >= keys.length ? 'all' : 'some';
  return (
    <div ref={box} {...scrolls} className="min-h-0 flex-1 overflow-auto">
      <div
        role="grid"
        aria-label={label}
        aria-rowcount={(total ?? rows.length) + 1}
        aria-colcount={columns.length + (onSelect ? 1 : 0) + (actions ? 1 : 0)}
        aria-multiselectable={onSelect ? true : undefined}
        tabIndex={-1}
        onKeyDown={onKeyDown}
        onFocus={({ target }) => {
          const [key, column] = (target as HTMLElement).dataset.cell?.split(' ') ?? [];
          if (key !== undefined && (key !== active?.key || Number(column) !== active.column))
            setActive({ key, column: Number(column) });
        }}
        className="group/grid"
        data-selecting={selected.size > 0 || undefined}
        style={{ minWidth: least }}
      >
        <Head
          columns={columns}
          template={template}
          words={words}
          sort={props.sort}
          onSort={props.onSort}
          chosen={onSelect ? chosen : undefined}
          onToggleAll={() => onSelect?.(chosen === 'all' ? nothing : new Set(keys))}
          hasActions={actions !== undefined}
        />
        <div role="rowgroup" className="relative" style={{ height: virtual.getTotalSize() }}>
          {items.map(({ index, start, key }) => {
            const row = rows[index];
            const rowKey = keys[index];
            if (row === undefined || rowKey === undefined) return null;
            return (
              <Row
                key={key}
                row={row}
                rowKey={rowKey}
                name={nameOf(row)}
                index={index}
                start={start}
                height={rowHeight}
                columns={columns}
                template={template}
                words={words}
                isSelectable={onSelect !== undefined}
                isSelected={selected.has(rowKey)}
                active={index === activeRow ? activeColumn : -1}
                editing={editing?.key === rowKey ? editing.column : -1}
                acts={acts}
                link={link}
                actions={actions}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}
