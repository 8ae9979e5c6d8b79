import { useSyncExternalStore } from 'react';
import { Cards } from './data-table/Cards.tsx';
import { Grid } from './data-table/Grid.tsx';
import type { DataTableProps } from './data-table/types.ts';

export type { CellEdit, DataColumn } from './data-table/types.ts';

const narrow = matchMedia('(max-width: 639px)');
const subscribe = (listener: () => void) => {
  narrow.addEventListener('change', listener);
  return () => narrow.removeEventListener('change', listener);
};

/**
 * Virtualized table of records. Fills the height of its container (`Fill`). Arrows, j and k move the focus; Enter opens a row or edits an
 * editable cell, as does F2; Space peeks, x selects, Shift extends the selection.
 */
export function DataTable<T>(props: DataTableProps<T>) {
  const isNarrow = useSyncExternalStore(subscribe, () => narrow.matches);
  return isNarrow ? <Cards {...props} /> : <Grid {...props} />;
}
