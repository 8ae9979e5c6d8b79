import { useVirtualizer } from '@tanstack/react-virtual';
import { clsx } from 'clsx';
import { useEffect, useRef } from 'react';
import { scrolls } from '../scrolling.ts';
import { RowLink } from './RowLink.tsx';
import type { DataTableProps } from './types.ts';

/** Rows as cards, for phones; the first column is the title. */
export function Cards<T>(props: DataTableProps<T>) {
  const { label, words, rows, keyOf, nameOf, columns, selected, onSelect, actions, onEnd } = props;
  const [first, ...others] = columns;
  const shown = others.filter(({ isWide }) => !isWide);
  const box = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => 64 + 20 * shown.length,
    getItemKey: (index) => {
      const row = rows[index];
      return row === undefined ? index : keyOf(row);
    },
    overscan: 6,
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= rows.length - 20) onEnd?.();
  }, [last, rows.length, onEnd]);
  const toggle = (key: string) => {
    const next = new Set(selected);
    if (!next.delete(key)) next.add(key);
    onSelect?.(next);
  };
  return (
    <div {...scrolls} ref={box} className="min-h-0 flex-1 overflow-auto">
      <ul aria-label={label} className="relative" style={{ height: virtual.getTotalSize() }}>
        {items.map(({ index, start, key }) => {
          const row = rows[index];
          if (row === undefined || !first) return null;
          return (
            <li
              key={key}
              data-item={keyOf(row)}
              ref={virtual.measureElement}
              data-index={index}
              aria-setsize={props.total ?? rows.length}
              aria-posinset={index + 1}
              className={clsx(
                'absolute inset-x-0 top-0 flex gap-2 border-border border-b py-2',
                selected?.has(keyOf(row)) && 'bg-tint',
              )}
              style={{ transform: `translateY(${start}px)` }}
            >
              {onSelect ? (
                <label className="control inline-flex aspect-square shrink-0 items-center justify-center">
                  <input
                    type="checkbox"
                    aria-label={words.select({ name: nameOf(row) })}
                    checked={selected?.has(keyOf(row)) ?? false}
                    onChange={() => toggle(keyOf(row))}
                    className="size-5 accent-accent"
                  />
                </label>
              ) : null}
              <div className="flex min-w-0 flex-1 flex-col justify-center gap-0.5">
                <div className="min-w-0 font-medium">
                  <RowLink row={row} table={props} isTabbable>
                    {first.cell(row)}
                  </RowLink>
                </div>
                {shown.map((column) => (
                  <div key={column.key} className="flex min-w-0 gap-2 text-meta text-muted">
                    <span className="shrink-0 text-faint">{column.title}</span>
                    <span className="min-w-0 truncate">{column.cell(row)}</span>
                  </div>
                ))}
              </div>
              {actions?.(row)}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
