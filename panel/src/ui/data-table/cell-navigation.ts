/* Keyboard navigation in a grid. */

interface Cell {
  readonly row: number;
  readonly column: number;
}

/** Key press as the grid handles it. */
interface KeyPress {
  readonly key: string;
  readonly ctrl: boolean;
  /** True if letters act too. */
  readonly letters: boolean;
}

/**
 * Cell that a key moves the focus to.
 * @param page number of visible rows
 * @returns undefined if the key does not move the focus
 */
export function cellAfter(
  { key, ctrl, letters }: KeyPress,
  { row, column }: Cell,
  rows: number,
  columns: number,
  page: number,
): Cell | undefined {
  const to = (row: number, column: number): Cell => ({
    row: Math.max(0, Math.min(rows - 1, row)),
    column: Math.max(0, Math.min(columns - 1, column)),
  });
  if (letters && !ctrl && key.toLowerCase() === 'j') return to(row + 1, column);
  if (letters && !ctrl && key.toLowerCase() === 'k') return to(row - 1, column);
  switch (key) {
    case 'ArrowDown':
      return to(row + 1, column);
    case 'ArrowUp':
      return to(row - 1, column);
    case 'ArrowRight':
      return to(row, column + 1);
    case 'ArrowLeft':
      return to(row, column - 1);
    case 'PageDown':
      return to(row + page, column);
    case 'PageUp':
      return to(row - page, column);
    case 'Home':
      return ctrl ? to(0, 0) : to(row, 0);
    case 'End':
      return ctrl ? to(rows - 1, columns - 1) : to(row, columns - 1);
    default:
      return undefined;
  }
}

/** Next or previous editable column; undefined if the row has none. */
export function nextEditable(
  columns: readonly { readonly edit?: unknown }[],
  from: number,
  step: -1 | 1,
): number | undefined {
  for (let at = from + step; at >= 0 && at < columns.length; at += step)
    if (columns[at]?.edit) return at;
  return undefined;
}

/** Keys from one row to another, inclusive, in row order. */
export function keysBetween(keys: readonly string[], from: string, to: string): readonly string[] {
  const [a, b] = [keys.indexOf(from), keys.indexOf(to)];
  if (a < 0 || b < 0) return [to];
  return keys.slice(Math.min(a, b), Math.max(a, b) + 1);
}
