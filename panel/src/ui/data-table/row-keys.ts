import { type KeyboardEvent, useCallback, useRef } from 'react';
import { keysBetween } from './cell-navigation.ts';
import type { DataTableProps } from './types.ts';

/* Selection and shortcuts of rows, shared by the grid and by the cards of phones. */

type Ids = ReadonlySet<string>;

/**
 * Toggles the selection of a row.
 * @param isRange selects all rows from the last toggled one
 * @param from starts the range at another row
 */
type SelectRow = (key: string, isRange: boolean, from?: string) => void;

const nothing: Ids = new Set();

/** @returns a function with a stable identity, so that rows are not rendered again */
export function useRowSelection(
  keys: readonly string[],
  selected: Ids | undefined,
  onSelect: ((selected: Ids) => void) | undefined,
): SelectRow {
  const anchor = useRef<string>(undefined);
  const latest = useRef({ keys, selected, onSelect });
  latest.current = { keys, selected, onSelect };
  return useCallback((key, isRange, from) => {
    const { keys, selected, onSelect } = latest.current;
    const next = new Set(selected);
    if (isRange)
      for (const each of keysBetween(keys, from ?? anchor.current ?? key, key)) next.add(each);
    else if (!next.delete(key)) next.add(key);
    anchor.current = key;
    onSelect?.(next);
  }, []);
}

interface Parts<T> {
  readonly table: DataTableProps<T>;
  /** Keys of all rows, in order. */
  readonly keys: readonly string[];
  readonly select: SelectRow;
}

/**
 * Peeks or selects a row, or passes the key to the list. Keys that act on a single row are ignored while rows are selected.
 * @returns true if the key was handled
 */
export function handleRowKey<T>(
  { key, shiftKey, ctrlKey, metaKey }: KeyboardEvent,
  row: T,
  { table, keys, select }: Parts<T>,
): boolean {
  const { keyOf, onPeek, onSelect, onKey, selected = nothing, hasLetters = true } = table;
  const isCommand = ctrlKey || metaKey;
  if (key === ' ') onPeek?.(row);
  else if (key.toLowerCase() === 'x' && hasLetters && !isCommand && onSelect)
    select(keyOf(row), shiftKey);
  else if (isCommand && key === 'a' && onSelect) onSelect(new Set(keys));
  else if (key === 'Escape' && selected.size > 0) onSelect?.(nothing);
  else return !isCommand && selected.size === 0 && (onKey?.(key, row) ?? false);
  return true;
}
