import { useSyncExternalStore } from 'react';
import { Cards } from './data-table/Cards.tsx';
import { Grid } from './data-table/Grid.tsx';
import type { DataTableProps } from './data-table/types.ts';

export type { CellEdit, DataColumn, DataTableProps, TableWords } from './data-table/types.ts';

const narrow = matchMedia('(max-width: 639px)');
const subscribe = (listener: () => void) => {
  narrow.addEventListener('change', listener);
  return () => narrow.removeEventListener('change', listener);
};

/**
 * Rows of records, as many as there are: only what is seen is in the page. It fills the height that its place gives it (`Fill`).
 * Arrows, j and k move; Enter opens, or changes a cell that can be changed, as F2 does; Space peeks, x selects, Shift selects up to there.
 */
export function DataTable<T>(props: DataTableProps<T>) {
  const isNarrow = useSyncExternalStore(subscribe, () => narrow.matches);
  return isNarrow ? <Cards {...props} /> : <Grid {...props} />;
}
